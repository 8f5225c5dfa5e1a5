import { closeSync, writeSync } from 'node:fs';
import { errorText } from '@inboard/wire';
import { HeadTail, type Excerpt } from './head-tail.js';

/** A file with the output of a command. */
export interface OutputFile {
  path: string;
  /** The bytes in it. */
  size: number;
  /** Why it does not hold everything. */
  problem?: string;
}

/** What a command printed. */
export interface CapturedOutput extends Excerpt {
  /** Every byte that came, shown or not. */
  totalBytes: number;
  file?: OutputFile;
}

export interface CaptureOptions {
  /** Characters to keep for the model. */
  limit: number;
  /** Makes the file; called at most once. May throw. */
  createFile: () => { path: string; descriptor: number };
  /** The file holds at most this many bytes. */
  fileLimit?: number;
}

const gigabyte = 1_000_000_000;

/** Takes the output of a command: its ends stay in memory, the whole goes to a file once it is too long. */
export class OutputCapture {
  readonly #options: CaptureOptions;
  readonly #kept: HeadTail;
  #file: OutputFile | undefined;
  #descriptor: number | undefined;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#kept = new HeadTail(options.limit);
  }

  /** Starts the file at once rather than when it is needed; returns its path. May throw. */
  openFile(): string {
    const { path, descriptor } = this.#options.createFile();
    this.#descriptor = descriptor;
    this.#file = { path, size: 0 };
    return path;
  }

  write(chunk: Buffer): void {
    this.#kept.push(chunk);
    const { beyond } = this.#kept;
    if (this.#file) this.#append(chunk);
    else if (beyond > 0) {
      this.#startFile(this.#kept.beginning());
      this.#append(chunk.subarray(-beyond));
    }
  }

  /** Closes the file and says what there is. Call once, when nothing more comes. */
  finish(): CapturedOutput {
    const excerpt = this.#kept.excerpt();
    if (excerpt.omittedBytes > 0 && !this.#file) this.#startFile(this.#kept.beginning());
    this.#close();
    return { ...excerpt, totalBytes: this.#kept.total, ...(this.#file && { file: this.#file }) };
  }

  #startFile(soFar: Buffer): void {
    try {
      this.openFile();
    } catch (error) {
      this.#file = { path: '', size: 0, problem: `the whole output could not be saved: ${errorText(error)}` };
    }
    this.#append(soFar);
  }

  #append(chunk: Buffer): void {
    if (this.#descriptor === undefined || !this.#file) return;
    const limit = this.#options.fileLimit ?? gigabyte;
    const part = chunk.subarray(0, limit - this.#file.size);
    try {
      for (let at = 0; at < part.length;) at += writeSync(this.#descriptor, part, at);
      this.#file.size += part.length;
      if (part.length < chunk.length) this.#giveUp(`the file stops at ${limit} bytes`);
    } catch (error) {
      this.#giveUp(`the file is not whole: ${errorText(error)}`);
    }
  }

  /** Goes on without the file, and says why. */
  #giveUp(problem: string): void {
    this.#file!.problem = problem; // only called while there is one
    this.#close();
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** The output as the model reads it: the ends, and between them what is missing and where it is. */
export function showOutput(output: CapturedOutput): string {
  if (output.omittedBytes === 0) return output.head;
  return `${output.head}\n[... ${output.omittedBytes} bytes left out${whereabouts(output)} ...]\n${output.tail}`;
}

function whereabouts({ file, totalBytes }: CapturedOutput): string {
  if (!file) return '';
  if (file.problem === undefined) return `; all ${totalBytes} bytes are in ${file.path}`;
  return file.path === '' ? `; ${file.problem}` : `; ${file.path} has the first ${file.size} of ${totalBytes} bytes: ${file.problem}`;
}
