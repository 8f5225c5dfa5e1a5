/** The server keeps the connection open and says nothing. */
export class SilenceError extends Error {
  readonly code = 'ESILENCE';
  constructor(milliseconds: number) {
    super(`nothing came for ${milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1000)} s`}`);
  }
}
