import { readFileSync } from 'node:fs';
import type { ApiContentBlockParam, BashInput, BashOutput } from '@inboard/wire';
import { printsNothing } from '../../../process/command-words.js';
import { exitWords } from '../../../process/exit-words.js';
import { showOutput, type CapturedOutput } from '../../../process/output-capture.js';
import type { ShellEnd } from '../../../process/run-shell.js';
import { failed, type ToolOutcome } from '../../define.js';
import type { Cause } from './foreground.js';

/** A command that is over. */
export interface FinishedCommand {
  input: BashInput;
  cause: Cause;
  end: ShellEnd;
  output: CapturedOutput;
  /** What else the model should know. */
  notes: string[];
}

/** Words the end of a command for the model and for the host. */
export function present(finished: FinishedCommand): ToolOutcome {
  const { input, cause, end, output, notes } = finished;
  const stdout = showOutput(output).trimEnd();
  const words = exitWords(input.command, end.code);
  if (cause.kind === 'ended' && words.failed) {
    return failed(lines(`Exit code ${end.code}`, words.meaning && `(${words.meaning})`, stdout, ...notes));
  }
  const image = cause.kind === 'ended' ? imageIn(output) : undefined;
  const result: BashOutput = {
    stdout: image ? image.url : stdout,
    stderr: notes.join('\n'),
    interrupted: cause.kind !== 'ended',
    isImage: image !== undefined,
    noOutputExpected: printsNothing(input.command),
    ...(words.meaning !== undefined && cause.kind === 'ended' && { returnCodeInterpretation: words.meaning }),
    ...(output.file?.path && { persistedOutputPath: output.file.path, persistedOutputSize: output.file.size }),
    ...(input.dangerouslyDisableSandbox && { dangerouslyDisableSandbox: true }),
  };
  if (cause.kind !== 'ended') return { content: lines(howCut(cause), stdout, ...notes), result, isError: true };
  return { content: image ? [image.block] : lines(stdout, words.meaning && `(${words.meaning})`, ...notes), result };
}

function howCut(cause: Exclude<Cause, { kind: 'ended' }>): string {
  if (cause.kind === 'interrupted') return 'Interrupted: the command was ended, with everything it had started.';
  return `Timed out after ${cause.afterMs / 1000} s: the command was ended, with everything it had started. Give a longer timeout, or run_in_background.`;
}

function lines(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}

const imageAddress = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/\s]+=*)\s*$/;
const largestImage = 5_000_000;

/** The picture a command printed, when that is all it printed. */
function imageIn(output: CapturedOutput): { url: string; block: ApiContentBlockParam } | undefined {
  if (!output.head.startsWith('data:image/') || output.totalBytes > largestImage) return undefined;
  const url = (output.omittedBytes === 0 ? output.head : output.file?.path ? readFileSync(output.file.path, 'utf8') : '').trim();
  const [, type, data] = imageAddress.exec(url) ?? [];
  if (type === undefined || data === undefined) return undefined;
  return { url, block: { type: 'image', source: { type: 'base64', media_type: type as 'image/png', data: data.replaceAll(/\s/g, '') } } }; // one of the four the pattern lists
}
