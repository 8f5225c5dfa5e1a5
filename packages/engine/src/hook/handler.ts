import type { HookEvent, SyncHookJSONOutput } from '@inboard/wire';

/** Where a hook came from. */
export type HookSource = 'host' | 'user' | 'project' | 'local' | 'managed' | 'flag' | 'plugin' | 'agent' | 'skill';

/** What a failing hook means. Without a word: observers are passed over, gates are asked about. */
export type OnFailure = 'continue' | 'block';

/** How one hook ended. */
export type HandlerEnd =
  | {
      kind: 'ran';
      output: SyncHookJSONOutput;
      stdout?: string;
      stderr?: string;
      exitCode?: number;
      /** It goes on in the background; this is how it ends. Must not reject. */
      later?: Promise<HandlerEnd>;
    }
  /** It said no in the way of commands: exit code 2 with the reason on standard error. */
  | { kind: 'blocked'; reason: string; stdout?: string; stderr?: string; exitCode?: number }
  | { kind: 'failed'; reason: string; stdout?: string; stderr?: string; exitCode?: number }
  | { kind: 'timed_out'; reason: string; stdout?: string; stderr?: string }
  | { kind: 'cancelled'; reason: string };

/** What a hook is run with. */
export interface HandlerCall {
  event: HookEvent;
  input: Record<string, unknown>;
  toolUseId?: string;
  /** Aborted when the outcome is no longer wanted and when the time is up. */
  signal: AbortSignal;
  /** Aborted when the session ends: for a hook that says it goes on in the background. */
  ending: AbortSignal;
  /** Told of output while the hook still runs. */
  onProgress?: (stdout: string, stderr: string) => void;
}

/** One hook: a function of the host, a command, an address, or a question to the small model. */
export interface HookHandler {
  /** What people see: the command, the URL, or the callback's id. */
  readonly name: string;
  readonly source: HookSource;
  /** Which calls it is for; see `matchesHook`. */
  readonly matcher?: string;
  /** A permission rule the call must fit, for tool events. */
  readonly condition?: (call: { toolName: string; input: unknown; cwd: string | undefined }) => boolean;
  readonly timeoutMs: number;
  readonly onFailure?: OnFailure;
  /** Runs on while the agent goes on: its answer is not waited for and decides nothing. */
  readonly background?: boolean;
  /** Handlers with the same key run once per event. */
  readonly key?: string;
  /** Must not reject; must end soon after the signal aborts. */
  run(call: HandlerCall): Promise<HandlerEnd>;
}
