import { open } from 'node:fs/promises';
import type { ReadInput } from '@inboard/wire';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import { absolutePath } from './path.js';
import prompt from './read.md';

const maxLines = 2000;
const maxLineLength = 2000;
const maxBytes = 64 * 1024 * 1024;

/** Reads text files with line numbers. */
export const readTool = builtinTool('Read', { prompt, readOnly: true, run: read });

async function read(input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const path = absolutePath(input.file_path, context.cwd);
  const text = await readText(path);
  if (typeof text !== 'string') return text;
  if (text === '') return { content: 'The file is empty.', result: textResult(path, '', 0, 1, 0) };
  const lines = text.split('\n');
  const startLine = Math.max(1, input.offset ?? 1);
  const shown = lines.slice(startLine - 1, startLine - 1 + (input.limit ?? maxLines));
  if (shown.length === 0) return { content: `The file has ${lines.length} lines; there is no line ${startLine}.`, result: textResult(path, '', 0, startLine, lines.length) };
  const numbered = shown.map((line, index) => `${String(startLine + index).padStart(6)}→${cut(line)}`);
  const rest = lines.length - (startLine - 1 + shown.length);
  const notice = rest > 0 ? [`(${rest} more lines; read on with offset ${startLine + shown.length})`] : [];
  return { content: [...numbered, ...notice].join('\n'), result: textResult(path, shown.join('\n'), shown.length, startLine, lines.length) };
}

async function readText(path: string): Promise<string | ToolOutcome> {
  // Opening a FIFO would wait for a writer: look before opening, and do not block.
  const file = await open(path, 0x800 /* O_RDONLY | O_NONBLOCK */).catch((error: NodeJS.ErrnoException) => failed(explain(error, path)));
  if ('content' in file) return file;
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) return failed(`${path} is a folder. List it with Glob.`);
    if (!stat.isFile()) return failed(`${path} is not a regular file.`);
    if (stat.size > maxBytes) return failed(`${path} has ${stat.size} bytes; at most ${maxBytes} can be read.`);
    const bytes = await file.readFile();
    if (bytes.subarray(0, 8192).includes(0)) return failed(`${path} is a binary file.`);
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } finally {
    await file.close();
  }
}

function explain(error: NodeJS.ErrnoException, path: string): string {
  if (error.code === 'ENOENT') return `There is no file ${path}.`;
  if (error.code === 'EACCES' || error.code === 'EPERM') return `${path} may not be read (${error.code}).`;
  return `${path} cannot be read: ${error.message}`;
}

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… (${line.length} characters)` : line;
}

function textResult(filePath: string, content: string, numLines: number, startLine: number, totalLines: number) {
  return { type: 'text', file: { filePath, content, numLines, startLine, totalLines } };
}
