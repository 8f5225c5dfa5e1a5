import { modelFacts } from '../model/catalog.js';
import { envFlag, envNumber } from '../port/environment.js';
import { compact } from './compact.js';
import type { Turn } from './turn.js';

/** Share of the context window that may fill up before the conversation is summarised. */
const defaultShare = 85;

/** Summarises the conversation when the next request would come near the end of the context window. */
export async function compactIfFull(turn: Turn): Promise<void> {
  const { options, catalog, contextTokens } = turn.session;
  if (contextTokens === undefined || envFlag(options.env, 'DISABLE_AUTO_COMPACT') || envFlag(options.env, 'DISABLE_COMPACT')) return;
  if (turn.session.settingsLayers.some(({ settings }) => settings.autoCompactEnabled === false)) return;
  const configured = turn.session.settingsLayers.findLast(({ settings }) => settings.autoCompactWindow !== undefined)?.settings
    .autoCompactWindow;
  const window = envNumber(options.env, 'CLAUDE_CODE_AUTO_COMPACT_WINDOW', configured ?? modelFacts(turn.model, catalog).context);
  const share = envNumber(options.env, 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE', defaultShare);
  if (contextTokens < (window * share) / 100) return;
  await compactOrSay(turn);
}

/** Summarises because the API said that the conversation does not fit. Once per turn. */
export async function compactAfterOverflow(turn: Turn): Promise<boolean> {
  if (turn.compactedForOverflow || turn.session.conversation.messages.length < 3) return false;
  turn.compactedForOverflow = true;
  return compactOrSay(turn);
}

async function compactOrSay(turn: Turn): Promise<boolean> {
  const result = await compact(turn, 'auto', null);
  if (result.kind === 'refused') await turn.session.output.notice(`The conversation could not be summarised: ${result.reason}`, 'warning');
  return result.kind === 'done';
}
