import { memoryPair, Peer, type HandlersFor, type InitializeResult, type Transport } from '@inboard/wire';
import * as fc from 'fast-check';
import { query } from 'inboard';
import { describe, expect, it } from 'vitest';
import { collect } from '../harness.js';
import { Talk } from '../talk.js';

type Action = 'permission' | 'hook' | 'result' | 'tick' | 'background';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** An engine that does as it is told: it asks the host at any time, also in the background after a result. */
class PlainEngine {
  readonly answers: unknown[] = [];
  readonly #tasks: Promise<void>[] = [];
  #noteDone!: () => void;
  readonly #done = new Promise<void>((resolve) => (this.#noteDone = resolve));
  readonly #peer: Peer<'engine'>;
  readonly #reading: Promise<void>;
  readonly #transport: Transport;
  #hookId = '';

  constructor(transport: Transport, capabilities: string[]) {
    this.#transport = transport;
    this.#peer = new Peer<'engine'>({ transport, handlers: this.#handlers(capabilities), onMessage: () => undefined });
    this.#reading = this.#peer.run();
  }

  /** Works through the script, then waits for the host to end its side. */
  async work(script: readonly Action[]): Promise<void> {
    await this.#send('system', { subtype: 'init' });
    for (const [index, action] of script.entries()) {
      if (action === 'tick') await tick();
      if (action === 'permission') await this.#ask();
      if (action === 'hook') await this.#callHook();
      if (action === 'background') await this.#startTask(`task-${index}`);
      if (action === 'result') await this.#send('result', { subtype: 'success' }).then(() => this.#send('system', { subtype: 'init' }));
    }
    await this.#send('result', { subtype: 'success' });
    await Promise.all(this.#tasks);
    this.#noteDone();
    await this.#reading;
    await this.#transport.close();
  }

  /** Starts work that goes on after the turn, and asks then. */
  async #startTask(id: string): Promise<void> {
    await this.#send('system', { subtype: 'task_started', task_id: id });
    this.#tasks.push(this.#runTask(id));
  }

  async #runTask(id: string): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await tick();
    await this.#ask();
    await this.#send('system', { subtype: 'task_notification', task_id: id });
  }

  async #ask(): Promise<void> {
    this.answers.push(await this.#peer.request('can_use_tool', { tool_name: 'Write', input: { a: 1 }, tool_use_id: 't' }));
  }

  async #callHook(): Promise<void> {
    this.answers.push(
      await this.#peer.request('hook_callback', { callback_id: this.#hookId, input: { hook_event_name: 'PreToolUse' }, tool_use_id: 't' }),
    );
  }

  #send(type: string, fields: Record<string, unknown>): Promise<void> {
    return this.#transport.send({ type, ...fields, session_id: 's', uuid: 'u' });
  }

  #handlers(capabilities: string[]): HandlersFor<'engine'> {
    const result: InitializeResult = {
      commands: [],
      output_style: 'default',
      available_output_styles: [],
      models: [],
      account: {},
      capabilities,
    };
    const known: Partial<HandlersFor<'engine'>> = {
      initialize: (params) => {
        this.#hookId = params.hooks!.PreToolUse![0]!.hookCallbackIds[0]!;
        return result;
      },
      end_input: () => this.#done,
    };
    return known as HandlersFor<'engine'>; // the others are never asked for here
  }
}

/** Runs one script; returns the answers the engine got and how many it asked for. */
async function run(script: readonly Action[], endAfter: number, capabilities: string[]): Promise<{ answers: unknown[]; asked: number }> {
  const [ours, theirs] = memoryPair();
  const engine = new PlainEngine(theirs, capabilities);
  const results = script.filter((action) => action === 'result').length + 1;
  const talk = new Talk(...Array.from({ length: results }, () => 'go'));
  const running = query({
    prompt: talk,
    transport: ours,
    options: {
      canUseTool: async () => (await tick(), { behavior: 'allow' }),
      hooks: { PreToolUse: [{ hooks: [async () => (await tick(), { continue: true })] }] },
    },
  });
  await running.initializationResult();
  const reading = collect(running);
  const working = engine.work(script);
  for (let turn = 0; turn < endAfter; turn += 1) await tick();
  talk.end();
  await Promise.all([reading, working]);
  return {
    answers: engine.answers,
    asked: script.filter((action) => action === 'permission' || action === 'hook' || action === 'background').length,
  };
}

const allowed = { behavior: 'allow', updatedInput: { a: 1 }, toolUseID: 't' };
const isRight = (answer: unknown) => [allowed, { continue: true }].some((right) => JSON.stringify(right) === JSON.stringify(answer));

describe('callbacks of the host', () => {
  const actions = fc.array(fc.constantFrom<Action>('permission', 'hook', 'result', 'tick', 'background'), { maxLength: 15 });
  for (const capabilities of [['end_input'], []]) {
    it(`are answered until the work is done, however it goes (${capabilities[0] ?? 'an engine of old'})`, async () => {
      // Side by side: an engine of old is given a second after background work, which would add up.
      await Promise.all(
        fc.sample(fc.tuple(actions, fc.nat(10)), 150).map(async ([script, endAfter]) => {
          const { answers, asked } = await run(script, endAfter, capabilities).catch((error: unknown) => {
            throw new Error(`${script.join(' ')}, end after ${endAfter}: ${String(error)}`, { cause: error });
          });
          expect(answers.filter(isRight), script.join(' ')).toHaveLength(asked);
        }),
      );
    });
  }
});
