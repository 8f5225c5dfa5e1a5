import { isAbsolute, relative } from 'node:path';
import { visible } from '../visible.js';
import type { Style } from './style.js';
import { clip } from './wrap.js';

/** A call as a person follows it. */
export interface ShownCall {
  name: string;
  input: Record<string, unknown>;
  startedAt: number;
  /** What a subagent is doing right now. */
  activity?: string;
}

/** How a call ended. */
export interface CallEnd {
  text: string;
  isError: boolean;
  /** What the tool reported to the host. */
  report: unknown;
}

/** The field that says most about a call, by tool. */
const telling: Record<string, string> = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  WebSearch: 'query',
  Task: 'description',
  Agent: 'description',
  Skill: 'skill',
};

/** What a call is about, in a few words on one line. */
export function callSubject(name: string, input: Record<string, unknown>, cwd: string): string {
  const field = Object.hasOwn(telling, name) ? input[telling[name]!] : undefined;
  const words = typeof field === 'string' ? shortPath(field, cwd) : Object.values(input).map(wordOf).join(' ');
  return oneLine(words);
}

/** A text on one line, with its line ends and controls made visible. */
export function oneLine(text: string): string {
  return visible(text.trim().slice(0, 2000).replaceAll(/\r?\n/g, '⏎')).replaceAll('\t', ' ');
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Paths inside the folder are shown from there. */
export function shortPath(path: string, cwd: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside;
}

/** The row of a call that runs. */
export function runningRow(call: ShownCall, look: { cwd: string; now: number; width: number; style: Style; mark: string }): string {
  const { style } = look;
  const elapsed = look.now - call.startedAt;
  const tail = [...(call.activity === undefined ? [] : [call.activity]), ...(elapsed >= 1000 ? [seconds(elapsed)] : [])];
  return row(style.yellow(look.mark), call, tail, look);
}

/** The row of a call that has ended: how, how long it took, how much it brought. */
export function endedRow(call: ShownCall, end: CallEnd, look: { cwd: string; now: number; width: number; style: Style }): string {
  const { style } = look;
  const elapsed = look.now - call.startedAt;
  const time = elapsed >= 100 ? [seconds(elapsed)] : [];
  const mark = end.isError ? style.red('✗') : style.green('✓');
  return row(mark, call, [...time, end.isError ? firstLine(end.text) : sizeOf(end)], look);
}

function row(mark: string, call: ShownCall, tail: readonly string[], look: { cwd: string; width: number; style: Style }): string {
  const { style, width } = look;
  const after = tail.length === 0 ? '' : ` · ${tail.join(' · ')}`;
  const room = Math.max(12, Math.floor(width * 0.6) - call.name.length - 3);
  const subject = clip(callSubject(call.name, call.input, look.cwd), room);
  return clip(`${mark} ${style.bold(oneLine(call.name))} ${subject}${style.dim(after)}`, width);
}

function firstLine(text: string): string {
  return oneLine(text.trim().split('\n')[0] ?? '') || 'failed';
}

function sizeOf({ text, report }: CallEnd): string {
  const patch = patchSize(report);
  if (patch !== undefined) return patch;
  if (text.trim() === '') return 'no output';
  const shown = text.trimEnd();
  const lines = shown.split('\n').length;
  if (lines > 1) return `${lines} lines`;
  return shown.length === 1 ? '1 character' : `${shown.length} characters`;
}

/** Lines added and removed, where the tool reports a patch. */
function patchSize(report: unknown): string | undefined {
  const patch = (report as { structuredPatch?: { lines: string[] }[] } | null | undefined)?.structuredPatch; // reports are open; those with a patch have this shape
  if (!Array.isArray(patch)) return undefined;
  const count = (sign: string) => patch.flatMap(({ lines }) => lines).filter((line) => line.startsWith(sign)).length;
  return `+${count('+')} −${count('-')}`;
}

/** A time for people: `0.4 s`, `12 s`, `3 min 5 s`. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
