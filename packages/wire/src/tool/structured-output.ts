import { defineTool, type Infer } from '../define.js';
import { shared } from '../schema.js';

/** Hands over the final answer in the requested JSON shape. */
export const structuredOutputTool = defineTool({
  name: 'StructuredOutput',
  input: () => shared.record(),
  output: () => shared.record(),
});
export type StructuredOutputInput = Infer<(typeof structuredOutputTool)['input']>;
export type StructuredOutputOutput = Infer<(typeof structuredOutputTool)['output']>;
