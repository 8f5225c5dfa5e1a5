import type { AskUserQuestionInput, ControlParams, HandlersFor, PermissionResult } from '@inboard/wire';
import { nobodyToAsk } from '../nobody-to-ask.js';
import { ChoiceDialog, type Choice, type Picked } from './choice-dialog.js';
import type { Dialog } from './dialog.js';
import { MarkdownStream } from './markdown.js';
import { cardRows, type Question } from '../permission-card.js';
import { questionChoices, toResult } from './permission-question.js';
import type { Stage } from './stage.js';
import { textRows } from '../row/text-rows.js';

export interface QuestionsOptions {
  stage: Stage;
  cwd: string;
  /** Told which call was answered, and how. */
  onAnswer: (id: string, result: PermissionResult) => void;
}

type Context = { signal: AbortSignal };

/** Puts the questions of a session to the person, one at a time. */
export class Questions {
  readonly #options: QuestionsOptions;
  #last: Promise<unknown> = Promise.resolve();
  #dialog: Dialog | undefined;
  #showWhole: (() => void) | undefined;

  constructor(options: QuestionsOptions) {
    this.#options = options;
  }

  /** What is asked right now. */
  get dialog(): Dialog | undefined {
    return this.#dialog;
  }

  /** Shows all of what is asked about; false when nothing is. */
  showWhole(): boolean {
    this.#showWhole?.();
    return this.#showWhole !== undefined;
  }

  /** The answers of a host with a person in front of it. */
  handlers(): HandlersFor<'host'> {
    return {
      ...nobodyToAsk,
      can_use_tool: (question, context) => this.#inTurn(() => this.#ask(question, context)),
      elicitation: (request, context) => this.#inTurn(() => this.#elicit(request, context)),
    };
  }

  #inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(ask);
    this.#last = answer.catch(() => undefined); // the next question does not care how this one ended
    return answer;
  }

  async #ask(question: Question, { signal }: Context): Promise<PermissionResult> {
    const result = await this.#askAbout(question, signal);
    this.#options.onAnswer(question.tool_use_id, result);
    return result;
  }

  #askAbout(question: Question, signal: AbortSignal): Promise<PermissionResult> {
    if (question.tool_name === 'AskUserQuestion') return this.#askUser(question, signal);
    if (question.tool_name === 'ExitPlanMode') return this.#askPlan(question, signal);
    return this.#askPermission(question, signal);
  }

  async #askPermission(question: Question, signal: AbortSignal): Promise<PermissionResult> {
    const { stage, cwd } = this.#options;
    const { previewChange } = await import('@inboard/engine'); // there by now; the chat itself starts without it
    const preview = await previewChange(question.tool_name, question.input, { cwd, env: process.env });
    const card = (whole: boolean) => cardRows(question, { preview, cwd, width: stage.width, style: stage.style, whole });
    stage.print(['', ...card(false)]);
    this.#showWhole = () => stage.print(['', ...card(true)]);
    const picked = await this.#choose({ title: 'Allow it?', choices: questionChoices(question) }, signal);
    this.#showWhole = undefined;
    return toResult(question, picked);
  }

  async #askPlan(question: Question, signal: AbortSignal): Promise<PermissionResult> {
    const { stage } = this.#options;
    const plan = typeof question.input.plan === 'string' ? question.input.plan : '(no plan)';
    const markdown = new MarkdownStream(stage.style);
    stage.print([
      '',
      stage.style.cyan('── the plan'),
      ...markdown.push(plan, stage.width),
      ...markdown.end(stage.width),
      stage.style.cyan('──'),
    ]);
    const choices: Choice<'edits' | 'ask' | 'no'>[] = [
      { label: 'Yes, and accept edits', letter: 'a', value: 'edits' },
      { label: 'Yes, and ask before each change', letter: 'y', value: 'ask' },
      { label: 'No, change the plan', letter: 'n', value: 'no', takesWords: true },
    ];
    const { values, words } = await this.#choose({ title: 'Carry out this plan?', choices }, signal);
    const allow = { behavior: 'allow' as const, updatedInput: question.input };
    if (values[0] === 'edits') return { ...allow, updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] };
    if (values[0] === 'ask') return { ...allow, updatedPermissions: [{ type: 'setMode', mode: 'default', destination: 'session' }] };
    if (values.length === 0) return { behavior: 'deny', message: 'The person stopped here.', interrupt: true };
    return { behavior: 'deny', message: words === '' ? 'The person wants to keep planning.' : `The person wants another plan: ${words}` };
  }

  async #askUser(question: Question, signal: AbortSignal): Promise<PermissionResult> {
    const { questions } = question.input as AskUserQuestionInput; // the engine has checked the call
    const answers: Record<string, string> = {};
    for (const { question: title, options, multiSelect } of questions) {
      const choices: Choice<string | undefined>[] = [
        ...options.map(({ label, description }) => ({ label, value: label, ...(description !== label && { hint: description }) })),
        { label: 'Something else', value: undefined, takesWords: true },
      ];
      const { values, words } = await this.#choose({ title, choices, several: multiSelect }, signal);
      if (values.length === 0) return { behavior: 'deny', message: 'The person does not want to answer.' };
      answers[title] = values.map((value) => value ?? words).join(', ');
      this.#options.stage.print(['', ...textRows(`? ${title} ${answers[title]}`, this.#options.stage.width)]);
    }
    return { behavior: 'allow', updatedInput: { ...question.input, answers } };
  }

  /** A question of an MCP server. Only those that can be answered with yes or no, or with one text each, are put. */
  async #elicit(
    request: ControlParams<'elicitation'>,
    { signal }: Context,
  ): Promise<{ action: 'accept' | 'decline'; content?: Record<string, unknown> }> {
    const { mcp_server_name, message, url, requested_schema } = request;
    const properties = Object.entries(
      (requested_schema?.properties ?? {}) as Record<string, { type?: string; title?: string; enum?: string[] }>,
    ); // as the protocol of MCP has it
    const title = `${mcp_server_name} asks: ${message}${url === undefined ? '' : ` (${url})`}`;
    if (properties.length === 0) {
      const { values } = await this.#choose({ title, choices: [choice('Yes', true), choice('No', false)] }, signal);
      return { action: values[0] === true ? 'accept' : 'decline' };
    }
    const content: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const { values, words } = await this.#choose(
        { title: `${title}\n${property.title ?? name}`, choices: fieldChoices(property) },
        signal,
      );
      if (values.length === 0 || values[0] === 'decline') return { action: 'decline' };
      content[name] = toField(property.type, values[0] === 'words' ? words : values[0]!);
    }
    return { action: 'accept', content };
  }

  /** Shows a list until something was picked or the question is withdrawn. */
  async #choose<T>(list: { title: string; choices: readonly Choice<T>[]; several?: boolean }, signal: AbortSignal): Promise<Picked<T>> {
    const { stage } = this.#options;
    const none: Picked<T> = { values: [], words: '' };
    if (signal.aborted) return none;
    const picked = await new Promise<Picked<T>>((onDone) => {
      this.#dialog = new ChoiceDialog({ ...list, style: stage.style, onDone });
      signal.addEventListener('abort', () => onDone(none), { once: true });
      stage.refresh();
    });
    this.#dialog = undefined;
    stage.refresh();
    return picked;
  }
}

function choice<T>(label: string, value: T): Choice<T> {
  return { label, value };
}

/** Values of a list, yes and no, or a text; a text is `words`. */
function fieldChoices({ type, enum: values }: { type?: string; enum?: string[] }): Choice<string>[] {
  if (values) return [...values.map((value) => choice(value, value)), choice('Do not answer', 'decline')];
  if (type === 'boolean') return [choice('Yes', 'true'), choice('No', 'false'), choice('Do not answer', 'decline')];
  return [{ label: 'Answer', value: 'words', takesWords: true }, choice('Do not answer', 'decline')];
}

function toField(type: string | undefined, answer: string): unknown {
  if (type === 'boolean') return answer === 'true';
  return type === 'number' || type === 'integer' ? Number(answer) : answer;
}
