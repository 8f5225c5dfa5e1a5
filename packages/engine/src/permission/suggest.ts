import { posix } from 'node:path';
import type { PermissionRuleValue, PermissionUpdate, PermissionUpdateDestination } from '@inboard/wire';
import { isInside } from './path/inside.js';
import { runsAnything } from './shell/carried.js';
import { programName } from './shell/command.js';
import { beyondPrefix, isReadOnly } from './shell/read-only.js';
import type { ShellCall } from './subject.js';
import type { Case } from './steps/step.js';
import type { Verdict } from './verdict.js';

const mostRules = 5;

/** Steps whose question a stored rule would not answer the next time. */
const unanswerable = new Set(['askRules', 'unjudgeable', 'criticalRemoval', 'oddInput', 'protectedPath']);

/** What "always allow" could store for a call that is asked; empty when nothing safe would help. */
export function suggest(verdict: Verdict, { subject, policy }: Case): PermissionUpdate[] {
  if (unanswerable.has(verdict.step) || subject.problem !== undefined) return [];
  if (subject.shell !== undefined) return subject.shell.hazards.length > 0 ? [] : rulesFor(subject.calls);
  const access = subject.accesses[0];
  if (access !== undefined) {
    const inside = isInside(access.names, policy);
    if (access.kind === 'write' && inside) return [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
    const folder = access.folder === undefined ? posix.dirname(access.names[0]!) : access.names[0]!;
    return folder === '/'
      ? []
      : [addRule({ toolName: access.kind === 'write' ? 'Edit' : 'Read', ruleContent: `/${escapePath(folder)}/**` }, 'session')];
  }
  if (subject.address !== undefined)
    return subject.address.problem === undefined
      ? [addRule({ toolName: 'WebFetch', ruleContent: `domain:${subject.address.host}` }, 'localSettings')]
      : [];
  return subject.tool === 'Bash' || subject.tool.includes('*') ? [] : [addRule({ toolName: subject.tool }, 'localSettings')];
}

function addRule(rule: PermissionRuleValue, destination: PermissionUpdateDestination): PermissionUpdate {
  return { type: 'addRules', rules: [rule], behavior: 'allow', destination };
}

/** One rule per command that needs one; none at all when one of them cannot have a safe rule. */
function rulesFor(calls: readonly ShellCall[]): PermissionUpdate[] {
  const needing = calls.filter(
    ({ inner, accesses, unknown }) => !isReadOnly(inner) || accesses.some(({ kind }) => kind === 'write') || unknown.length > 0,
  );
  const contents = needing.map(ruleContent);
  const distinct = [...new Set(contents)];
  if (distinct.length === 0 || distinct.length > mostRules || distinct.includes(undefined)) return [];
  return [
    {
      type: 'addRules',
      rules: distinct.map((content) => ({ toolName: 'Bash', ruleContent: content! })),
      behavior: 'allow',
      destination: 'localSettings',
    },
  ];
}

/** Programs whose first argument is a command of theirs. */
const families = new Set(
  'git npm pnpm yarn bun cargo go docker podman kubectl helm gh glab pip pip3 uv poetry dotnet mvn gradle bundle rails composer terraform aws gcloud az brew apt apt-get systemctl'.split(
    ' ',
  ),
);

function ruleContent({ inner, command }: ShellCall): string | undefined {
  const [program, second, third] = inner.words;
  if (
    program === undefined ||
    program.certainty !== 'exact' ||
    program.raw !== program.value ||
    command.redirects.length > 0 ||
    command.assignments.length > 0
  )
    return undefined;
  if (runsAnything(programName(program)) || beyondPrefix(inner) !== undefined || /[\n\\]/.test(inner.raw)) return undefined;
  if (!families.has(program.value) || second === undefined || !/^[a-z][a-z0-9:_-]*$/i.test(second.raw))
    return inner.words.every(({ certainty, glob }) => certainty === 'exact' && !glob) ? escapeText(inner.raw) : undefined;
  const opens =
    /^(exec|x|dlx|eval)$/.test(second.raw) || (second.raw === 'run' && /^(docker|podman|cargo|go|uv|poetry|bundle)$/.test(program.value));
  if (opens) return third === undefined ? undefined : escapeText(inner.raw);
  return `${program.value} ${second.raw} *`;
}

function escapeText(text: string): string {
  return text.replaceAll('*', '\\*');
}

function escapePath(path: string): string {
  return path.replaceAll(/[*?[\]\\!]/g, '\\$&');
}
