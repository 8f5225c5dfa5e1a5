import type { PermissionMode, StreamMessage } from '@inboard/wire';
import { visible } from '../visible.js';
import { seconds } from '../row/tool-line.js';
import type { Style } from '../row/style.js';
import { clip, styledWidth } from '../row/wrap.js';

type Result = Extract<StreamMessage, { type: 'result' }>;

const modeNames: Record<PermissionMode, string> = {
  default: 'asks before changes',
  acceptEdits: 'accepts edits',
  plan: 'plans only',
  bypassPermissions: 'asks nothing',
  dontAsk: 'denies what needs asking',
};

/** What a session is and has used, and what it is doing: read from its messages, shown below the input. */
export class Footer {
  /** Not known before the first turn, unless it was asked for: settings may say something else. */
  #mode: PermissionMode | undefined;
  #model = '';
  #cost: string | undefined;
  #contextTokens = 0;
  #contextWindow: number | undefined;
  #outputTokens = 0;
  #doing = '';
  #since = 0;
  readonly #tasks = new Set<string>();

  constructor(given: { mode: PermissionMode | undefined; model: string }) {
    this.#mode = given.mode;
    this.#model = given.model;
  }

  get mode(): PermissionMode | undefined {
    return this.#mode;
  }

  set mode(mode: PermissionMode | undefined) {
    this.#mode = mode;
  }

  /** A prompt was sent. */
  begin(now: number): void {
    this.#outputTokens = 0;
    this.#since = now;
    this.#doing = 'Working';
  }

  take(message: StreamMessage, now: number): void {
    if (message.type === 'system') this.#takeSystem(message, now);
    if (message.type === 'result') this.#takeResult(message);
    if (message.type === 'stream_event' && message.parent_tool_use_id === null) this.#takeEvent(message.event);
  }

  /** What is going on, while something is. */
  statusRow(now: number, width: number, style: Style): string {
    const spinner = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'[Math.floor(now / 120) % 10]!;
    const tokens = this.#outputTokens > 0 ? ` · ${count(this.#outputTokens)} tokens` : '';
    return clip(`${style.magenta(spinner)} ${this.#doing} ${style.dim(`${seconds(now - this.#since)}${tokens} · esc stops`)}`, width);
  }

  /** What the session is and has used, and the first of the hints there is room for. */
  row(width: number, style: Style, hints: readonly string[]): string {
    const share = this.#contextWindow === undefined ? undefined : Math.round((100 * this.#contextTokens) / this.#contextWindow);
    const facts = [
      this.#modeText(style),
      visible(this.#model),
      ...(share === undefined ? [] : [`context ${share} %`]),
      ...(this.#cost === undefined ? [] : [this.#cost]),
      ...(this.#tasks.size > 0 ? [this.#tasks.size === 1 ? '1 task' : `${this.#tasks.size} tasks`] : []),
    ];
    const left = ` ${facts.filter((fact) => fact !== '').join(style.dim(' · '))}`;
    const room = width - styledWidth(left) - 3;
    const hint = hints.find((each) => styledWidth(each) <= room) ?? '';
    return hint === '' ? clip(left, width) : `${left}${' '.repeat(room + 2 - styledWidth(hint))}${style.dim(hint)}`;
  }

  #modeText(style: Style): string {
    if (this.#mode === undefined) return '';
    const look = { default: style.dim, acceptEdits: style.yellow, plan: style.cyan, bypassPermissions: style.red, dontAsk: style.dim }[
      this.#mode
    ];
    return look(modeNames[this.#mode]);
  }

  #takeSystem(message: Extract<StreamMessage, { type: 'system' }>, now: number): void {
    if (message.subtype === 'init') {
      this.#mode = message.permissionMode;
      this.#model = message.model;
      this.begin(now);
    }
    if (message.subtype === 'status') {
      this.#mode = message.permissionMode ?? this.#mode;
      this.#doing = message.status === 'compacting' ? 'Summarising' : 'Working';
    }
    if (message.subtype === 'api_retry')
      this.#doing = `Trying again (${visible(message.error)}, ${message.attempt} of ${message.max_retries})`;
    if (message.subtype === 'task_started') this.#tasks.add(message.task_id);
    if (message.subtype === 'task_notification') this.#tasks.delete(message.task_id);
  }

  #takeEvent(event: Extract<StreamMessage, { type: 'stream_event' }>['event']): void {
    if (event.type === 'message_start') {
      const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = event.message.usage;
      this.#contextTokens = input_tokens + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0);
    }
    if (event.type === 'content_block_start') this.#doing = doing[event.content_block.type] ?? 'Working';
    if (event.type === 'message_delta') {
      this.#outputTokens += event.usage.output_tokens;
      this.#contextTokens += event.usage.output_tokens;
      this.#doing = 'Working';
    }
  }

  #takeResult({ total_cost_usd, modelUsage }: Result): void {
    const used = Object.values(modelUsage);
    const unknown = used.length > 0 && used.every(({ costBasis }) => costBasis === 'unknown');
    this.#cost = unknown ? 'cost unknown' : `$${total_cost_usd.toFixed(total_cost_usd < 1 ? 4 : 2)}`;
    this.#contextWindow = modelUsage[this.#model]?.contextWindow ?? this.#contextWindow;
  }
}

const doing: Record<string, string> = { thinking: 'Thinking', text: 'Writing', tool_use: 'Preparing a call' };

function count(tokens: number): string {
  return tokens < 1000 ? String(tokens) : `${(tokens / 1000).toFixed(1)}k`;
}
