import { check, jsonSchema, type JsonSchema } from '@inboard/wire';
import { failed, type Tool, type ToolOutcome } from '../../tool/define.js';
import { inputSchemaFor, isToolInput, wrapperKey } from './input-schema.js';
import { isObject } from './is-object.js';
import { jsonInText, repair, type Repaired } from './repair.js';
import description from './structured-output.md';
import { createValidator, type ValidateAnswer } from './validate-answer.js';

export const structuredOutputName = 'StructuredOutput';
export const defaultTries = 5;

/** The final answer of a turn in the shape of the caller's JSON schema. One per session; each turn begins anew. */
export class StructuredOutput {
  /** How the model hands the answer over. */
  readonly tool: Tool;
  readonly #schema: JsonSchema;
  readonly #maxTries: number;
  #validator: Promise<ValidateAnswer> | undefined;
  #answer: { value: unknown } | undefined;
  #problems: string[] = [];
  #failures = 0;

  /** Throws an AgentError when the schema makes no sense. */
  constructor(schema: JsonSchema, maxTries = defaultTries) {
    this.#schema = check(jsonSchema, schema, 'JSON schema of the answer');
    this.#maxTries = Math.max(1, maxTries);
    const inputSchema = inputSchemaFor(schema);
    this.tool = {
      name: structuredOutputName,
      description: description.trim(),
      inputSchema: () => inputSchema,
      parse: (input) => ({ input: input as Record<string, unknown> }), // checked by `run`, which can repair it
      isReadOnly: () => true,
      run: (input) => this.#take(input),
    };
  }

  /** The answer of this turn, once there is a valid one. */
  get answer(): { value: unknown } | undefined {
    return this.#answer;
  }

  /** Why there will be none: the tries are used up. */
  get exhausted(): { tries: number; problems: string[] } | undefined {
    return this.#answer === undefined && this.#failures >= this.#maxTries ? { tries: this.#failures, problems: this.#problems } : undefined;
  }

  beginTurn(): void {
    this.#answer = undefined;
    this.#problems = [];
    this.#failures = 0;
  }

  /** Looks for the answer in a text that ended a turn; a text without one is a failed try. */
  async takeText(text: string): Promise<void> {
    if (this.#answer) return;
    const found = jsonInText(text);
    this.#note(found === undefined ? { problems: ['the model ended without an answer in JSON'] } : await this.#read(found));
  }

  async #take(input: Record<string, unknown>): Promise<ToolOutcome> {
    const read = await this.#read(isToolInput(this.#schema) || !(wrapperKey in input) ? input : input[wrapperKey]);
    this.#note(read);
    if ('problems' in read)
      return failed(
        `The answer does not fit the schema:\n${read.problems.map((problem) => `- ${problem}`).join('\n')}\nCall ${structuredOutputName} again with a corrected answer.`,
      );
    const taken = 'The answer fits the schema and was taken.';
    return { content: taken, result: taken };
  }

  async #read(given: unknown): Promise<Repaired> {
    const validate = await (this.#validator ??= createValidator(this.#schema));
    const { properties } = this.#schema;
    return repair(given, validate, new Set(isObject(properties) ? Object.keys(properties) : []));
  }

  #note(read: Repaired): void {
    if ('answer' in read) this.#answer = { value: read.answer };
    else {
      this.#failures += 1;
      this.#problems = read.problems;
    }
  }
}
