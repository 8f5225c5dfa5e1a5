// Reads the comments of the definitions: they are the text of the reference pages.
import { readdirSync, readFileSync } from 'node:fs';

const comment = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/`;
const flatten = (text) =>
  text
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Every `export const name = define({ … })` of a folder with its comment and those of its fields.
 * @returns {Map<string, { doc: string; body: string; fields: Map<string, string> }>}
 */
export function definitionsIn(folder, define) {
  const pattern = new RegExp(`${comment}\\s*export const (\\w+) = ${define}\\(([\\s\\S]*?)\\n\\}\\);`, 'g');
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return new Map(
    sources.flatMap((source) =>
      [...source.matchAll(pattern)].map(([, doc, name, body]) => [name, { doc: flatten(doc), body, fields: fieldComments(body) }]),
    ),
  );
}

function fieldComments(body) {
  return new Map([...body.matchAll(new RegExp(`${comment}\\s*(\\w+):`, 'g'))].map(([, text, name]) => [name, flatten(text)]));
}

/** The rows of the options table as they are written, by the name of the option. */
export function optionSources(file) {
  const source = readFileSync(file, 'utf8');
  return new Map([...source.matchAll(/^ {2}(\w+): option\(\{([\s\S]*?)\}\),?$/gm)].map(([, name, body]) => [name, body]));
}

/** Error codes with the comment that follows each. */
export function errorCodes(file) {
  return new Map([...readFileSync(file, 'utf8').matchAll(/^ {2}\| '(\w+)';? \/\/ (.*)$/gm)].map(([, code, meaning]) => [code, meaning]));
}
