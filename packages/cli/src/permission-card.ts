import type { ChangePreview } from '@inboard/engine';
import type { ControlParams } from '@inboard/wire';
import { diffRows } from './row/diff-rows.js';
import type { Style } from './row/style.js';
import { textRows } from './row/text-rows.js';
import { oneLine, shortPath } from './row/tool-line.js';
import { wrap } from './row/wrap.js';

/** What a person is asked about. */
export type Question = ControlParams<'can_use_tool'>;

/** More rows than this are shown when asked for. */
const mostRows = 120;

export interface CardOptions {
  preview: ChangePreview | undefined;
  cwd: string;
  width: number;
  style: Style;
  /** Shows everything, however long. */
  whole?: boolean;
}

/** What is asked, in rows: the change or the whole call, and why it needs an answer. */
export function cardRows(question: Question, options: CardOptions): string[] {
  const { style, width } = options;
  const bar = style.yellow('│ ');
  const body = bodyRows(question, { ...options, width: width - 2 });
  const shown = options.whole ? body : body.slice(0, mostRows);
  const hidden = body.length - shown.length;
  const reason = textRows(`Why you are asked: ${reasonOf(question)}`, width - 2);
  return [
    ...wrap(`${style.yellow('╭')} ${style.bold(titleOf(question, options))}`, width, bar),
    ...shown.map((row) => bar + row),
    ...(hidden > 0 ? [bar + style.red(`… ${hidden} more rows are not shown. Ctrl+O shows all.`)] : []),
    ...reason.map((row) => bar + style.dim(row)),
    style.yellow('╰'),
  ];
}

function titleOf({ tool_name, agent_id, input }: Question, { preview, cwd }: CardOptions): string {
  const who = agent_id === undefined ? '' : ' (a subagent)';
  if (!preview)
    return `${oneLine(tool_name)}${who} wants to run${typeof input.description === 'string' ? `: ${oneLine(input.description)}` : ''}`;
  const verb = preview.isNew ? 'create' : tool_name === 'Write' ? 'replace' : 'change';
  return `${oneLine(tool_name)}${who} wants to ${verb} ${oneLine(shortPath(preview.path, cwd))}`;
}

function bodyRows({ tool_name, input }: Question, { preview, width, style }: CardOptions): string[] {
  if (preview && preview.problem === undefined)
    return preview.hunks.length === 0 ? [style.dim('(nothing changes)')] : diffRows(preview, width, style);
  const problem = preview?.problem === undefined ? [] : textRows(preview.problem, width).map(style.red);
  if (tool_name === 'Bash' && typeof input.command === 'string') return [...commandRows(input, width, style), ...problem];
  const fields = Object.entries(input).flatMap(([name, value]) =>
    textRows(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`, width, '  '),
  );
  return [...fields, ...problem];
}

/** The command, and every field that changes how it runs. */
function commandRows({ command, description: _, ...rest }: Record<string, unknown>, width: number, style: Style): string[] {
  const others = Object.entries(rest).flatMap(([name, value]) => textRows(`${name}: ${JSON.stringify(value)}`, width, '  '));
  return [...textRows(`$ ${String(command)}`, width, '  ').map((row) => style.cyan(row)), ...others.map((row) => style.dim(row))];
}

/** The reason in words, with the step that asked and the rule and source behind it. */
function reasonOf({ decision_reason, trace }: Question): string {
  const reason = (decision_reason ?? 'no rule decides').replace(/^Asked: /, '');
  if (!trace) return reason;
  const rule = trace.rule === null ? '' : `, rule ${trace.rule}${trace.source === null ? '' : ` from ${trace.source}`}`;
  return `${reason} (step ${trace.step}${rule})`;
}
