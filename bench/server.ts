// The model of the benchmarks: a scripted server in a process of its own, so that its work is not counted as ours.
import { reply, ScriptedModel, text, toolUse, type RecordedRequest, type Step } from '@inboard/testing';
import { deltaCount, toolSteps } from './workload.js';

type Message = { role: string; content: string | { type: string; text?: string }[] };

const short = reply(text('Hello there.'));
const long = reply(text(...Array.from({ length: deltaCount }, (_, index) => `w${index} `)));

/** What to say is read from the prompt; a loop calls Read until it has had enough results. */
function answer({ body }: RecordedRequest): Step {
  const messages = body.messages as Message[];
  const asked = JSON.stringify(messages[0]);
  if (asked.includes('many deltas')) return long;
  if (!asked.includes('tool loop')) return short;
  const results = messages.filter(
    ({ role, content }) => role === 'user' && Array.isArray(content) && content.some(({ type }) => type === 'tool_result'),
  ).length;
  return results < toolSteps ? reply(toolUse('Read', { file_path: 'notes.txt' }, `toolu_${results}`)) : short;
}

const model = await ScriptedModel.start([], (request) => {
  model.requests.length = 0;
  return answer(request);
});
process.stdout.write(`${model.url}\n`);
process.stdin.resume(); // lives until the benchmark closes its input
process.stdin.on('end', () => process.exit(0));
