import { looseJson } from './loose-json.js';

type ToolInput = Record<string, unknown>;

/** The tool whose input is an answer in the caller's own shape, and the key under which an answer goes that is no object. */
const answerTool = { name: 'StructuredOutput', key: 'output' };

/** The input of a call from its JSON text. An object that came as text, in a fence or encoded twice, is still that object. */
export function toolInput(name: string, json: string): { input: ToolInput } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    value = looseJson(json);
    if (value === undefined) return { problem: `the input of ${name} is not valid JSON (${(error as Error).message})` }; // JSON.parse throws nothing else
  }
  const inner = typeof value === 'string' ? looseJson(value) : value;
  if (isObject(inner)) return { input: inner };
  return name === answerTool.name ? { input: { [answerTool.key]: value } } : { problem: `the input of ${name} is not an object` };
}

function isObject(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
