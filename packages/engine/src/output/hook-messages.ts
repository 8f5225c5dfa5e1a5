import type { HandlerEnd } from '../hook/handler.js';
import type { HookListener, HookReport } from '../hook/dispatch.js';
import type { Output } from './output.js';

/** Events whose hooks are always told of; the others only when the host asks for it. */
const alwaysTold = new Set<string>(['SessionStart', 'Setup']);

/** Tells the host of hooks: all of them on request, those that failed in any case. */
export function hookMessages(output: Output, options: { all: boolean; debugLog?: (line: string) => void }): HookListener {
  const told = ({ event }: HookReport) => options.all || alwaysTold.has(event);
  const names = ({ hookId, event, handler }: HookReport) => ({ hook_id: hookId, hook_name: `${event}:${handler.name}`, hook_event: event });
  return {
    started: (report) => {
      if (told(report)) void output.hook('hook_started', names(report));
    },
    progress: (report, stdout, stderr) => {
      if (told(report))
        void output.hook('hook_progress', { ...names(report), stdout: clip(stdout), stderr: clip(stderr), output: clip(stdout) });
    },
    ended: (report, end, durationMs) => {
      options.debugLog?.(`hook ${report.event}:${report.handler.name} ${end.kind} after ${Math.round(durationMs)} ms`);
      if (told(report) || isFailure(end)) void output.hook('hook_response', { ...names(report), ...describeEnd(end, durationMs) });
    },
    said: (text) => void output.notice(text),
  };
}

/** Characters of a hook's output that a message holds. */
const maxShown = 10_000;

function clip(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length - maxShown} more characters)` : text;
}

function isFailure(end: HandlerEnd): boolean {
  return end.kind === 'failed' || end.kind === 'timed_out';
}

function describeEnd(end: HandlerEnd, durationMs: number): Record<string, unknown> {
  const stdout = clip(('stdout' in end && end.stdout) || '');
  const stderr = clip(('stderr' in end && end.stderr) || '');
  return {
    output: stdout,
    stdout,
    stderr,
    ...('exitCode' in end && end.exitCode !== undefined && { exit_code: end.exitCode }),
    outcome: end.kind === 'ran' ? 'success' : end.kind === 'cancelled' ? 'cancelled' : 'error',
    detail: { outcome: end.kind, duration_ms: Math.round(durationMs), ...('reason' in end && { reason: end.reason }) },
  };
}
