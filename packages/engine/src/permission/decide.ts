import { remembering } from './path/file-view.js';
import type { PermissionPolicy, PermissionQuestion } from './policy.js';
import { ruleBook } from './rules/compile.js';
import { steps } from './steps/index.js';
import type { Case } from './steps/step.js';
import { readSubject } from './subject.js';
import { suggest } from './suggest.js';
import { built, type Answer, type Verdict } from './verdict.js';

/** Decides a call and says why. Pure: it looks at links through the policy's view of the file system and changes nothing. Never throws. */
export function decide(question: PermissionQuestion, policy: PermissionPolicy): Verdict {
  try {
    return judge(question, { ...policy, fs: remembering(policy.fs) });
  } catch (error) {
    const why = `Asked: the judge failed on this call (${error instanceof Error ? error.message : String(error)}).`;
    return { step: 'unjudgeable', ...built(policy.mode === 'dontAsk' ? 'deny' : 'ask', why) };
  }
}

function judge(question: PermissionQuestion, policy: PermissionPolicy): Verdict {
  const judged: Case = { subject: readSubject(question, policy), policy, rules: ruleBook(policy.rules), doubts: [] };
  const paths = judged.subject.accesses.flatMap(({ names }) => names);
  return { ...finish(answerTo(judged), judged), ...(paths.length > 0 && { paths }) };
}

function answerTo(judged: Case): Verdict {
  for (const step of steps) {
    const answer = step.answer(judged);
    if (answer !== undefined) return { step: step.name, ...answer };
  }
  return { step: 'askHost', ...unanswered(judged) };
}

/** Nobody answered: the user has to. */
function unanswered({ subject, doubts }: Case): Answer {
  const why = doubts[0] === undefined ? `no rule approves ${subject.tool}` : doubts[0];
  return built('ask', `Asked: ${why}.`, subject.accesses[0]?.names[0]);
}

/** In a mode without questions a question is a no; otherwise it comes with what a yes could store. */
function finish(verdict: Verdict, judged: Case): Verdict {
  if (verdict.behavior !== 'ask') return verdict;
  if (judged.policy.mode === 'dontAsk')
    return { ...verdict, behavior: 'deny', reason: `${verdict.reason} The mode dontAsk denies what would be asked.` };
  const suggestions = verdict.mustAskUser === true ? [] : suggest(verdict, judged);
  return suggestions.length === 0 ? verdict : { ...verdict, suggestions };
}
