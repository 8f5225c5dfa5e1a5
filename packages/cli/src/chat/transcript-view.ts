import type { StreamMessage, TodoWriteInput } from '@inboard/wire';
import { MarkdownStream } from './markdown.js';
import type { Style } from '../row/style.js';
import { todoRows } from './todo-list.js';
import { callSubject, endedRow, oneLine, runningRow, type CallEnd, type ShownCall } from '../row/tool-line.js';
import { textRows } from '../row/text-rows.js';
import { clip } from '../row/wrap.js';

type Message<T extends StreamMessage['type']> = Extract<StreamMessage, { type: T }>;
type System<S extends string> = Extract<Message<'system'>, { subtype: S }>;

export interface ViewOptions {
  cwd: string;
  style: Style;
  width: () => number;
  now: () => number;
}

type PartKind = 'text' | 'call' | 'prompt' | 'note' | 'output';

/** Calls whose question and answer stand on the screen already. */
const spoken = new Set(['AskUserQuestion', 'ExitPlanMode']);

const spinner = ['◐', '◓', '◑', '◒'];

/** What happens in a session, as rows: those that are finished, once, and those that still change. */
export class TranscriptView {
  readonly #options: ViewOptions;
  readonly #calls = new Map<string, ShownCall>();
  #text: MarkdownStream;
  #isWriting = false;
  /** What came before: parts of different kinds are kept apart by an empty row. */
  #last: PartKind | 'none' = 'none';
  #output: { title: string; text: string } | undefined;

  constructor(options: ViewOptions) {
    this.#options = options;
    this.#text = new MarkdownStream(options.style);
  }

  /** The rows that are finished with this message. */
  take(message: StreamMessage): string[] {
    if ('parent_tool_use_id' in message && typeof message.parent_tool_use_id === 'string') return this.#takeInner(message);
    switch (message.type) {
      case 'stream_event':
        return this.#takeEvent(message.event);
      case 'assistant':
        return this.#takeReply(message);
      case 'user':
        return this.#takeUser(message);
      case 'system':
        return this.#takeSystem(message);
      case 'result':
        return this.#takeEnd(message);
      default:
        return [];
    }
  }

  /** The rows that still change: a line that is being written, calls that run. */
  live(): string[] {
    const { cwd, style, width, now } = this.#options;
    const mark = spinner[Math.floor(now() / 200) % spinner.length]!;
    const calls = [...this.#calls.values()].map((call) => runningRow(call, { cwd, style, mark, now: now(), width: width() }));
    const apart = calls.length > 0 && this.#last !== 'call' ? [''] : []; // as it will stand when they have ended
    return [...(this.#isWriting ? this.#text.partial(width()) : []), ...apart, ...calls];
  }

  /** A prompt of the person, as it stands in the transcript. */
  prompt(text: string): string[] {
    const { style, width } = this.#options;
    const rows = textRows(text, width() - 2);
    return this.#part(
      'prompt',
      rows.map((row, index) => style.bold(`${index === 0 ? '>' : ' '} ${row}`)),
    );
  }

  /** Something the person should know. */
  note(text: string, look: keyof Omit<Style, 'hasColour'> = 'dim'): string[] {
    const { style, width } = this.#options;
    const rows = textRows(text, width() - 2);
    return this.#part(
      'note',
      rows.map((row) => style[look](row)),
    );
  }

  /** All of what the last call brought. */
  lastOutput(): string[] {
    if (!this.#output) return this.note('There is no output yet.');
    const { style, width } = this.#options;
    return [
      ...this.#part('output', [style.dim(clip(`── ${this.#output.title}`, width()))]),
      ...textRows(this.#output.text.trimEnd(), width()),
      style.dim('──'),
    ];
  }

  /** The person has answered: only from now on does the call take time. */
  answered(id: string): void {
    const call = this.#calls.get(id);
    if (call) call.startedAt = this.#options.now();
  }

  /** What a call that runs is about, by its id. */
  callOf(id: string): ShownCall | undefined {
    return this.#calls.get(id);
  }

  #takeEvent(event: Message<'stream_event'>['event']): string[] {
    if (event.type === 'message_start') return this.#endText();
    if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') return [];
    return this.#write(event.delta.text);
  }

  #write(text: string): string[] {
    const opening = this.#isWriting ? [] : this.#part('text', []);
    this.#isWriting = true;
    return [...opening, ...this.#text.push(text, this.#options.width())];
  }

  #endText(): string[] {
    if (!this.#isWriting) return [];
    this.#isWriting = false;
    const rows = this.#text.end(this.#options.width());
    this.#text = new MarkdownStream(this.#options.style);
    return rows;
  }

  /** A block of a reply. Its text was streamed, unless it comes from no model. */
  #takeReply({ message, error }: Message<'assistant'>): string[] {
    if (error !== undefined) return this.#endText(); // the result says it too
    const rows: string[] = [];
    for (const block of message.content) {
      if (block.type === 'text') rows.push(...(this.#isWriting ? [] : this.#write(block.text)), ...this.#endText());
      if (block.type === 'tool_use') {
        rows.push(...this.#endText());
        this.#calls.set(block.id, { name: block.name, input: record(block.input), startedAt: this.#options.now() });
      }
    }
    return rows;
  }

  #takeUser({ message, isReplay, tool_use_result }: Message<'user'>): string[] {
    if (isReplay) return this.#takeReplay(textOf(message.content));
    if (typeof message.content === 'string') return [];
    return message.content.flatMap((block) =>
      block.type === 'tool_result'
        ? this.#endCall(block.tool_use_id, { text: textOf(block.content), isError: block.is_error === true, report: tool_use_result })
        : [],
    );
  }

  /** A prompt that was taken, or what a command has to say. */
  #takeReplay(text: string): string[] {
    const said = /^<local-command-stdout>([\s\S]*)<\/local-command-stdout>$/.exec(text)?.[1];
    if (said === undefined) return this.prompt(text);
    return [...this.#write(said), ...this.#endText()];
  }

  #endCall(id: string, end: CallEnd): string[] {
    const { cwd, style, width, now } = this.#options;
    const call = this.#calls.get(id);
    if (!call) return [];
    this.#calls.delete(id);
    this.#output = { title: `${oneLine(call.name)} ${callSubject(call.name, call.input, cwd)}`, text: end.text };
    const todos = call.name === 'TodoWrite' && !end.isError ? todosOf(call, end) : undefined;
    if (todos) return this.#part('note', todoRows(todos, width(), style));
    if (spoken.has(call.name) && !end.isError) return [];
    return this.#part('call', [endedRow(call, end, { cwd, style, now: now(), width: width() })]);
  }

  /** What a subagent does is told in the row of the call that started it. */
  #takeInner(message: StreamMessage): string[] {
    const call = this.#calls.get((message as { parent_tool_use_id: string }).parent_tool_use_id); // the caller has looked
    if (!call || message.type !== 'assistant') return [];
    for (const block of message.message.content)
      if (block.type === 'tool_use')
        call.activity = `${oneLine(block.name)} ${callSubject(block.name, record(block.input), this.#options.cwd)}`;
    return [];
  }

  #takeSystem(message: Message<'system'>): string[] {
    switch (message.subtype) {
      case 'informational':
        return this.note(message.content, message.level === 'warning' ? 'yellow' : 'dim');
      case 'compact_boundary':
        return this.note('── the conversation before this line was summarised ──');
      case 'task_notification':
        return this.#taskEnded(message);
      default:
        return [];
    }
  }

  #taskEnded({ status, summary, tool_use_id }: System<'task_notification'>): string[] {
    if (tool_use_id !== undefined && this.#calls.has(tool_use_id)) return []; // its own row will say so
    const marks = { completed: '✓', failed: '✗', stopped: '■' };
    return this.note(`${marks[status]} background: ${oneLine(summary)}`, status === 'failed' ? 'red' : 'dim');
  }

  #takeEnd(message: Message<'result'>): string[] {
    const rows = this.#endText();
    this.#calls.clear();
    if (message.subtype === 'success') return rows;
    const interrupted = message.errors[0]?.startsWith('[Request interrupted') ?? false;
    return [...rows, ...(interrupted ? this.note('■ interrupted', 'yellow') : message.errors.flatMap((error) => this.note(error, 'red')))];
  }

  #part(kind: PartKind, rows: string[]): string[] {
    const apart = !(this.#last === kind && (kind === 'call' || kind === 'note'));
    this.#last = kind;
    return apart ? ['', ...rows] : rows;
  }
}

/** The list as the tool reports it, else as it was asked for. */
function todosOf(call: ShownCall, { report }: CallEnd): TodoWriteInput['todos'] | undefined {
  const reported = (report as { newTodos?: unknown } | undefined)?.newTodos ?? call.input.todos; // the tool's report is open
  return Array.isArray(reported) ? (reported as TodoWriteInput['todos']) : undefined; // checked by the tool
}

function record(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}; // any object can be looked at by name
}

/** The text of a message or a result; other parts are named. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { type: string; text?: string }[]) // the wire has checked the list, not what is in it
    .map((block) => (block.type === 'text' ? (block.text ?? '') : `(${block.type})`))
    .join('\n');
}
