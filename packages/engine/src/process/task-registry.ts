/** How a background task ended. */
export interface TaskEnd {
  status: 'completed' | 'failed' | 'stopped';
  /** One line for people and the model. */
  summary: string;
  /** Of a command. */
  exitCode?: number;
  usage?: { total_tokens: number; tool_uses: number; duration_ms: number };
}

/** Work that goes on after the call that started it has ended. */
export interface Task {
  readonly id: string;
  readonly type: 'local_bash' | 'local_agent';
  readonly description: string;
  readonly toolUseId?: string;
  /** Where its output is written. */
  readonly outputFile: string;
  /** The command, for a shell task. */
  readonly command?: string;
  /** The model is told of the end and may go on with it. */
  readonly wakesOwner?: boolean;
  /** Settles when the task has ended; must not reject. */
  readonly done: Promise<TaskEnd>;
  /** Ends the task; resolves when it is gone. Must not reject. */
  stop(): Promise<void>;
}

/** What the rest of the session wants to know of tasks. */
export interface TaskListener {
  started(task: Task): void;
  ended(task: Task, end: TaskEnd): void;
}

/** The background tasks of a session. */
export class TaskRegistry {
  readonly #tasks = new Map<string, { task: Task; end: TaskEnd | undefined }>();
  readonly #listeners: readonly TaskListener[];

  constructor(...listeners: TaskListener[]) {
    this.#listeners = listeners;
  }

  /** Follows a task from its start to its end. */
  add(task: Task): void {
    const entry: { task: Task; end: TaskEnd | undefined } = { task, end: undefined };
    this.#tasks.set(task.id, entry);
    for (const listener of this.#listeners) listener.started(task);
    void task.done.then((end) => {
      entry.end = end;
      for (const listener of this.#listeners) listener.ended(task, end);
    });
  }

  find(id: string): { task: Task; end: TaskEnd | undefined } | undefined {
    return this.#tasks.get(id);
  }

  /** Tasks that have not ended. */
  running(): Task[] {
    return [...this.#tasks.values()].flatMap(({ task, end }) => (end ? [] : [task]));
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.running().map((task) => task.stop()));
  }
}
