/** Gives the key for each request, from somewhere that may change it. */
export interface KeyRing {
  /** Where the keys come from, for the init message. */
  readonly source: string;
  /** The key of the next request. Rejects with an AgentError when there is none. */
  key(): Promise<string>;
  /** The last key was refused: the next call gets a new one. */
  expire(): void;
}
