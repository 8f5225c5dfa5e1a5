import type { PermissionMode, TodoWriteInput } from '@inboard/wire';

/** What is known of a file the model has read or written. */
export interface SeenFile {
  /** A hash of its bytes. */
  hash: string;
  /** Only a part was read. */
  partial: boolean;
}

export type Todos = TodoWriteInput['todos'];

/** What tools remember in one session; restored when the session is resumed. */
export interface ToolState {
  /** Files by absolute path: what must be read before it is written. */
  readonly files: Map<string, SeenFile>;
  /** The folder the next shell command runs in. */
  shellCwd: string;
  todos: Todos;
  /** The plan under discussion in plan mode. */
  plan: string | null;
  /** The mode to go back to after plan mode. Never stored: a resumed session has the rights it is started with. */
  modeBeforePlan?: PermissionMode | undefined;
  /** Keeps a value with the session: the last value of each key comes back on resume. */
  remember(key: string, value: unknown): void;
}

/** A fresh state, or the one a stored session had. */
export function createToolState(options: { cwd: string; restored?: Record<string, unknown>; remember: (state: Record<string, unknown>) => void }): ToolState {
  const { restored = {} } = options;
  return {
    files: new Map(Object.entries((restored.files ?? {}) as Record<string, SeenFile>)), // we wrote it
    shellCwd: options.cwd,
    todos: (restored.todos ?? []) as Todos, // we wrote it
    plan: typeof restored.plan === 'string' ? restored.plan : null,
    remember: (key, value) => options.remember({ [key]: value }),
  };
}
