import { allowRules } from './allow-rules.js';
import { askRules } from './ask-rules.js';
import { bypass } from './bypass.js';
import { criticalRemoval } from './critical-removal.js';
import { denyRules } from './deny-rules.js';
import { acceptEdits, allowedPaths, readInside } from './file-tools.js';
import { harmlessTools } from './harmless-tools.js';
import { mustAsk } from './must-ask.js';
import { oddInput } from './odd-input.js';
import { plan } from './plan.js';
import { protectedPath } from './protected-path.js';
import { sandbox } from './sandbox.js';
import { shellRules } from './shell-rules.js';
import type { Step } from './step.js';
import { unjudgeable } from './unjudgeable.js';

/** Who may answer for a call, in order; the first answer wins and is recorded. */
export const steps: readonly Step[] = [
  denyRules,
  askRules,
  mustAsk,
  unjudgeable,
  criticalRemoval,
  bypass,
  oddInput,
  protectedPath,
  plan,
  sandbox,
  acceptEdits,
  allowRules,
  allowedPaths,
  readInside,
  shellRules,
  harmlessTools,
];
