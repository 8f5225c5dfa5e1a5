import type { PermissionBehavior, PermissionMode, PermissionRuleValue } from '@inboard/wire';
import type { FileView } from './path/file-view.js';

/** Where a rule can come from; reported with every decision it makes. */
export type RuleSource =
  | 'session'
  | 'cliArg'
  | 'localSettings'
  | 'projectSettings'
  | 'userSettings'
  | 'policySettings'
  | 'flagSettings'
  | 'skillsOption'
  | 'hook'
  | 'command';

/** One permission rule, read from its text. */
export interface PermissionRule {
  behavior: PermissionBehavior;
  source: RuleSource;
  /** As it was written, for reports. */
  text: string;
  /** The folder that a path beginning with a single `/` starts from. */
  anchor: string;
  value: PermissionRuleValue;
  /** Set when the text is not a proper rule; such a rule can only restrict. */
  broken?: string;
}

/** A call to decide on. */
export interface PermissionQuestion {
  tool: string;
  input: Readonly<Record<string, unknown>>;
}

/** Everything a decision depends on besides the call itself. */
export interface PermissionPolicy {
  mode: PermissionMode;
  rules: readonly PermissionRule[];
  /** Where the call runs. */
  cwd: string;
  /** The working directories, the start folder first. */
  directories: readonly string[];
  home: string;
  /** What the judge may know of the file system. */
  fs: FileView;
  /** Shell commands run in a sandbox and are approved for that reason. */
  sandboxed?: boolean;
}
