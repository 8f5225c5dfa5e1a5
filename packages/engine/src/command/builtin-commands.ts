import { modelFacts, resolveModel } from '../model/catalog.js';
import { clear } from '../loop/clear.js';
import { compact } from '../loop/compact.js';
import { modelProblem } from '../setting/model-policy.js';
import type { Command } from './command.js';
import initPrompt from './init.md';
import reviewPrompt from './review.md';

/** The commands every session has. */
export const builtinCommands: readonly Command[] = [
  {
    name: 'compact',
    description: 'Summarise the conversation to save room',
    argumentHint: '[what to keep in mind]',
    run: async (argument, turn) => {
      if (turn.session.conversation.messages.length === 0) return { kind: 'say', text: 'There is nothing to summarise yet.' };
      const result = await compact(turn, 'manual', argument === '' ? null : argument);
      return { kind: 'say', text: result.kind === 'done' ? 'The conversation was summarised.' : `Not summarised: ${result.reason}` };
    },
  },
  {
    name: 'clear',
    description: 'Forget the conversation and begin anew',
    argumentHint: '',
    run: async (_argument, turn) => {
      await clear(turn);
      return { kind: 'say', text: 'The conversation was cleared.' };
    },
  },
  {
    name: 'context',
    description: 'Show how full the context window is',
    argumentHint: '',
    run: (_argument, turn) => {
      const { conversation, settings, tools, catalog } = turn.session;
      const window = modelFacts(turn.model, catalog).context;
      const tokens = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
      const rows: [string, number][] = [
        ['system prompt', tokens(settings.system)],
        [`${tools.names().length} tools`, tokens(tools.offers())],
        [`${conversation.messages.length} messages`, tokens(conversation.messages)],
      ];
      const total = rows.reduce((sum, [, count]) => sum + count, 0);
      const lines = rows.map(([name, count]) => `- ${name}: about ${count} tokens`);
      return {
        kind: 'say',
        text: [`About ${total} of ${window} tokens (${((100 * total) / window).toFixed(1)} %) by size:`, ...lines].join('\n'),
      };
    },
  },
  {
    name: 'cost',
    aliases: ['usage'],
    description: 'Show what this session has cost',
    argumentHint: '',
    run: (_argument, { session }) => {
      const models = Object.entries(session.ledger.modelUsage());
      const lines = models.map(
        ([model, use]) =>
          `- ${model}: ${use.inputTokens} in, ${use.outputTokens} out, ${use.cacheReadInputTokens} from cache, ${use.costBasis === 'unknown' ? 'price unknown' : `$${use.costUSD.toFixed(4)}`}`,
      );
      return {
        kind: 'say',
        text: [`$${session.ledger.totalCostUsd().toFixed(4)} for ${session.ledger.requests} requests.`, ...lines].join('\n'),
      };
    },
  },
  {
    name: 'model',
    description: 'Show or change the model',
    argumentHint: '[name]',
    run: (argument, turn) => {
      const { settings, options, catalog, settingsLayers } = turn.session;
      const problem = argument === '' ? undefined : modelProblem(argument, { layers: settingsLayers, env: options.env, catalog });
      if (problem !== undefined) return { kind: 'say', text: problem };
      if (argument !== '') turn.model = settings.model = resolveModel(argument, options.env, catalog);
      return { kind: 'say', text: `The model is ${settings.model}.` };
    },
  },
  {
    name: 'mcp',
    description: 'Show the MCP servers',
    argumentHint: '',
    run: (_argument, { session }) => {
      const lines = session.mcp
        .status()
        .map(
          ({ name, status, error, tools }) =>
            `- ${name}: ${status}${tools ? `, ${tools.length} tools` : ''}${error === undefined ? '' : ` (${error})`}`,
        );
      return { kind: 'say', text: lines.length === 0 ? 'There are no MCP servers.' : lines.join('\n') };
    },
  },
  {
    name: 'init',
    replaceable: true,
    description: 'Write a CLAUDE.md for this project',
    argumentHint: '',
    run: () => ({ kind: 'prompt', text: initPrompt.trim() }),
  },
  {
    name: 'review',
    replaceable: true,
    description: 'Review the changes in the working tree, or what is named',
    argumentHint: '[what to review]',
    run: (argument) => ({
      kind: 'prompt',
      text: `${reviewPrompt.trim()}\n\nWhat to review: ${argument === '' ? 'the changes in the working tree' : argument}`,
    }),
  },
  {
    name: 'help',
    description: 'List the commands',
    argumentHint: '',
    run: (_argument, { session }) => ({
      kind: 'say',
      text: session.commands
        .all()
        .map((command) => `/${command.name}${command.argumentHint === '' ? '' : ` ${command.argumentHint}`}: ${command.description}`)
        .join('\n'),
    }),
  },
];
