import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { effortLevels, type ApiContentBlockParam } from '@inboard/wire';
import { contextBlock } from '../context/context-block.js';
import { listField, switchField, textField } from '../document/field.js';
import type { Document } from '../document/document.js';
import type { HookConfigs } from '../hook/from-settings.js';
import { settingsSchema } from '../setting/settings.js';
import type { Turn } from '../loop/turn.js';
import { absolutePath } from '../tool/builtin/path.js';
import type { ToolOutcome } from '../tool/define.js';
import type { CommandResult } from './command.js';
import { fillTemplate, namedFiles } from './template.js';

const mostFiles = 20;

export interface DocumentCall {
  name: string;
  document: Document;
  argument: string;
  turn: Turn;
  /** Runs a tool as if the model had called it. */
  callTool: CallTool;
}

/** Takes one call through the whole pipeline: hooks, permission, the tool. Never rejects. */
export type CallTool = (name: string, input: Record<string, unknown>) => Promise<ToolOutcome>;

/** Makes a prompt of a command or a skill: arguments put in, commands run, files read. Each of these is judged like a call of the model. */
export async function runDocument({ name, document, argument, turn, callTool }: DocumentCall): Promise<CommandResult> {
  const { fields, place, path } = document;
  const names = listField(fields, 'arguments');
  const parts = fillTemplate(document.body, { argument, variables: variablesOf(document, turn), ...(names && { names }) });
  const mayNotRun = shellObjection(document, turn);
  const grants = place.trusted ? listField(fields, 'allowed-tools') : undefined;
  const release = grants ? turn.session.permissions.grant(grants) : undefined;
  try {
    const texts: string[] = [];
    for (const part of parts) {
      if (part.kind === 'text') texts.push(part.text);
      else if (mayNotRun !== undefined) return { kind: 'say', text: `/${name} was not run: ${path} runs "${part.command}", ${mayNotRun}.` };
      else {
        const ran = await callTool('Bash', { command: part.command, description: `Runs for /${name}` });
        if (ran.isError) return { kind: 'say', text: `/${name} was not run: "${part.command}" did not work. ${contentText(ran)}` };
        texts.push(contentText(ran));
      }
    }
    const text = texts.join('').trim();
    const blocks = await fileBlocks(
      { turn, callTool },
      parts.flatMap((part) => (part.kind === 'text' ? namedFiles(part.text) : [])),
    );
    const model = textField(fields, 'model');
    const hooks = hooksOf(document);
    const denies = listField(fields, 'disallowed-tools');
    const effort = effortLevels.find((level) => level === textField(fields, 'effort'));
    const fork = textField(fields, 'context') === 'fork' ? (textField(fields, 'agent') ?? 'general-purpose') : undefined;
    return {
      kind: 'prompt',
      text,
      blocks,
      ...(grants && { grants }),
      ...(hooks && { hooks }),
      ...(denies && { denies }),
      ...(effort && { effort }),
      ...(fork !== undefined && { fork }),
      ...(switchField(fields, 'background') && { background: true }),
      ...(model !== undefined && model !== 'inherit' && { model }),
    };
  } finally {
    release?.();
  }
}

/** Why the command lines of a document may not run at all, if they may not. */
function shellObjection({ place }: Document, { session }: Turn): string | undefined {
  if (!place.trusted) return 'and the folder is not trusted. Run "inboard trust" there if it should';
  const layer = session.settingsLayers.find(({ settings }) => settings.disableSkillShellExecution);
  return layer && `and settings turn that off (disableSkillShellExecution of ${layer.path})`;
}

/** The hooks a document brings, if it may bring some and they make sense. */
function hooksOf({ fields, place, path }: Document): HookConfigs | undefined {
  const parsed = place.trusted && fields.hooks !== undefined ? settingsSchema().shape.hooks.safeParse(fields.hooks) : undefined;
  return parsed?.data && { source: 'skill', path, hooks: parsed.data, ...(place.variables && { variables: place.variables }) };
}

function variablesOf({ path, place }: Document, turn: Turn): Record<string, string> {
  const { id, options } = turn.session;
  const fixed = { CLAUDE_SESSION_ID: id, CLAUDE_PROJECT_DIR: options.cwd, CLAUDE_SKILL_DIR: dirname(path) };
  return { ...fixed, CLAUDE_EFFORT: options.effort ?? 'default', ...place.variables };
}

/** The files a prompt names, read by the Read tool: whatever it may not read stays out. */
async function fileBlocks(
  { turn, callTool }: Pick<DocumentCall, 'turn' | 'callTool'>,
  names: readonly string[],
): Promise<ApiContentBlockParam[]> {
  const { options } = turn.session;
  const paths = [...new Set(names.map((name) => absolutePath(name, options)))]
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .slice(0, mostFiles);
  const reads = await Promise.all(paths.map((path) => callTool('Read', { file_path: path })));
  return reads.map((read, index) => contextBlock('file', `${paths[index]}\n${contentText(read)}`));
}

function contentText({ content }: ToolOutcome): string {
  return typeof content === 'string' ? content : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
