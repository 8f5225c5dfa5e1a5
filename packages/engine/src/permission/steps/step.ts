import type { PermissionPolicy } from '../policy.js';
import type { RuleBook } from '../rules/compile.js';
import type { Subject } from '../subject.js';
import type { Answer } from '../verdict.js';

/** What a step looks at. */
export interface Case {
  readonly subject: Subject;
  readonly policy: PermissionPolicy;
  readonly rules: RuleBook;
  /** Notes from steps that did not answer, for the question to the user. */
  readonly doubts: string[];
}

/** One who may answer for a call: returns undefined to leave it to the next. Must not throw. */
export interface Step {
  readonly name: string;
  readonly answer: (judged: Case) => Answer | undefined;
}
