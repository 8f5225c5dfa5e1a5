/** Where and as whom we look. */
export interface Place {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** One thing that was looked at. */
export interface Finding {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** What was found. */
  text: string;
  /** What to do about it. */
  advice?: string;
}

/** Looks at one thing. Changes nothing that lasts; says no secret. */
export type Check = (place: Place) => Promise<Finding[]>;
