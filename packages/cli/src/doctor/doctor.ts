import { AgentError, errorText } from '@inboard/wire';
import { visible } from '../visible.js';
import { bubblewrap } from './bubblewrap.js';
import type { Check, Finding, Place } from './check.js';
import { git } from './git.js';
import { mcpServers } from './mcp-servers.js';
import { modelAccess } from './model-access.js';
import { node } from './node.js';
import { ripgrep } from './ripgrep.js';
import { sessionFolder } from './session-folder.js';
import { settings } from './settings.js';
import { shell } from './shell.js';
import { trust } from './trust.js';

/** What is looked at, in the order it is told. */
const checks: Readonly<Record<string, Check>> = {
  node,
  ripgrep,
  shell,
  git,
  bubblewrap,
  modelAccess,
  settings,
  trust,
  mcpServers,
  sessionFolder,
};

/** `inboard doctor`: looks at everything an agent needs. The exit code is 1 when something fails. */
export async function doctor(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => word !== '--json');
  if (unknown !== undefined) throw new AgentError('unknown_option', `"inboard doctor" takes --json and nothing else, not ${unknown}.`);
  const place = { cwd: process.cwd(), env: process.env };
  const findings = (await Promise.all(Object.entries(checks).map(([name, check]) => safely(name, check, place)))).flat();
  const ok = findings.every(({ status }) => status !== 'fail');
  process.stdout.write(words.includes('--json') ? `${JSON.stringify({ ok, findings }, null, 2)}\n` : findings.map(lineOf).join(''));
  return ok ? 0 : 1;
}

/** A check that breaks is a finding, too. */
async function safely(name: string, check: Check, place: Place): Promise<Finding[]> {
  try {
    return await check(place);
  } catch (error) {
    return [{ name, status: 'fail', text: `could not be looked at: ${errorText(error)}` }];
  }
}

function lineOf({ name, status, text, advice }: Finding): string {
  const next = status === 'ok' || advice === undefined ? '' : `\n      ${' '.repeat(10)}-> ${visible(advice)}`;
  return `${status.padEnd(5)} ${name.padEnd(10)} ${visible(text)}${next}\n`;
}
