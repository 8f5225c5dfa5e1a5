export { decide } from './decide.js';
export { linksOnly, realFileView, type FileView } from './path/file-view.js';
export type { PermissionPolicy, PermissionQuestion, PermissionRule, RuleSource } from './policy.js';
export { readRule, readRules, ruleText, type ReadRules, type RuleOrigin } from './rules/parse.js';
export { readDenial } from './rules/read-denial.js';
export { commandsIn } from './shell/reading.js';
export { steps } from './steps/index.js';
export type { Verdict } from './verdict.js';
