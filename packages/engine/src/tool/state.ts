import type { PermissionMode, TodoWriteInput } from '@inboard/wire';

/** What is known of a file the model has read or written. */
export interface SeenFile {
  /** A hash of its bytes. */
  hash: string;
  /** Only a part was read. */
  partial: boolean;
  /** The line up to which a partial file was read from its start. */
  readTo?: number;
}

export type Todos = TodoWriteInput['todos'];

/** What tools remember in one session; restored when the session is resumed. */
export interface ToolState {
  /** Files by absolute path, links resolved: what must be read before it is written. */
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
  /** Keeps one entry of `files` with the session. */
  rememberFile(path: string, seen: SeenFile): void;
}

const filePrefix = 'file:';

/** A fresh state, or the one a stored session had. */
export function createToolState(options: {
  cwd: string;
  restored?: Record<string, unknown>;
  remember: (state: Record<string, unknown>) => void;
}): ToolState {
  const { restored = {} } = options;
  return {
    files: restoredFiles(restored),
    shellCwd: options.cwd,
    todos: (restored.todos ?? []) as Todos, // we wrote it
    plan: typeof restored.plan === 'string' ? restored.plan : null,
    remember: (key, value) => options.remember({ [key]: value }),
    rememberFile: (path, seen) => options.remember({ [filePrefix + path]: seen }),
  };
}

/** Each file has a record of its own, so that a session that reads many files writes little. */
function restoredFiles(restored: Record<string, unknown>): Map<string, SeenFile> {
  const entries = Object.entries(restored).filter(([key]) => key.startsWith(filePrefix));
  return new Map(entries.map(([key, seen]) => [key.slice(filePrefix.length), seen as SeenFile])); // we wrote it
}
