import { errorText, type JsonSchema } from '@inboard/wire';
import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';

const maxProblems = 10;

/** Says what is wrong with an answer, a line each; nothing when it fits. */
export type ValidateAnswer = (answer: unknown) => string[];

/** Prepares the check of answers by a schema; the validator is loaded here. */
export async function createValidator(schema: JsonSchema): Promise<ValidateAnswer> {
  const { Validator } = await import('@cfworker/json-schema');
  const validator = new Validator(structuredClone(schema), draftOf(schema), false); // the validator writes into what it gets
  return (answer) => {
    try {
      const { valid, errors } = validator.validate(answer);
      return valid ? [] : describe(errors);
    } catch (error) {
      return [`the answer cannot be checked: ${errorText(error)}`];
    }
  };
}

function draftOf(schema: JsonSchema): SchemaDraft {
  const name = typeof schema.$schema === 'string' ? schema.$schema : '';
  if (name.includes('draft-04')) return '4';
  if (/draft-0[67]/.test(name)) return '7';
  return name.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The validator reports each level above a problem too; the problems themselves say enough. */
function describe(errors: OutputUnit[]): string[] {
  const carriers = new Set([
    'properties',
    '$ref',
    'items',
    'prefixItems',
    'additionalProperties',
    'allOf',
    'patternProperties',
    'unevaluatedProperties',
    'dependentSchemas',
    'then',
    'else',
  ]);
  const own = errors.filter((error) => !carriers.has(error.keyword) || error.error.includes('additional'));
  const lines = (own.length > 0 ? own : errors)
    .filter((error) => error.keyword !== 'false')
    .map(({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'the answer'}: ${error}`);
  const unique = [...new Set(lines)];
  return unique.length > maxProblems ? [...unique.slice(0, maxProblems), `and ${unique.length - maxProblems} more`] : unique;
}
