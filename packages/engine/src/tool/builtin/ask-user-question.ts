import type { AskUserQuestionInput, AskUserQuestionOutput } from '@inboard/wire';
import { builtinTool, failed, type ToolOutcome } from '../define.js';
import prompt from './ask-user-question.md';

/** Asks the person behind the host. The answers come with the input, from whoever approved the call. */
export const askUserQuestionTool = builtinTool('AskUserQuestion', {
  prompt,
  readOnly: true,
  needsUser: true,
  notForModel: ['answers', 'metadata'],
  run: askUserQuestion,
});

async function askUserQuestion({ questions, answers = {} }: AskUserQuestionInput): Promise<ToolOutcome> {
  if (questions.every(({ question }) => !answers[question])) {
    return failed(
      'Nobody answered: there is no one to ask here. Decide by yourself what is most sensible, say what you assumed, and go on.',
    );
  }
  const lines = questions.map(
    ({ question }) => `${JSON.stringify(question)} = ${answers[question] ? JSON.stringify(answers[question]) : '(no answer)'}`,
  );
  const result: AskUserQuestionOutput = { questions, answers };
  return { content: `The user answered:\n${lines.join('\n')}`, result };
}
