import { globField, switchField, textField } from '../document/field.js';
import type { Document } from '../document/document.js';
import { nameByPlace } from '../document/markdown-files.js';
import { callTool } from '../loop/call-context.js';
import type { Command } from './command.js';
import { runDocument } from './run-document.js';

const goodName = /^[A-Za-z][\w.-]*(:[\w.-]+)*$/;

/** The commands that files in a `commands` folder stand for, named by their place. */
export function fileCommands(documents: readonly Document[], tell: (problem: string) => void): Command[] {
  return documents.flatMap((document) => {
    const name = withPrefix(nameByPlace(document.path, document.place.folder), document);
    if (!goodName.test(name)) return refuse(document, tell);
    const described = textField(document.fields, 'description') !== undefined;
    return [makeCommand(name, document, { forModel: described && !switchField(document.fields, 'disable-model-invocation') })];
  });
}

/** The skills that folders with a `SKILL.md` hold, named by their head or else by their folder. */
export function skillCommands(documents: readonly Document[], tell: (problem: string) => void): Command[] {
  return documents.flatMap((document) => {
    const { fields, place, path } = document;
    const name = withPrefix(textField(fields, 'name') ?? path.slice(place.folder.length + 1, -'/SKILL.md'.length), document);
    if (!goodName.test(name)) return refuse(document, tell);
    const forUser = switchField(fields, 'user-invocable') ?? true;
    const paths = globField(fields, 'paths');
    const command = makeCommand(name, document, { forModel: !switchField(fields, 'disable-model-invocation') });
    return [{ ...command, isSkill: true, forUser, ...(paths && { paths }) }];
  });
}

function withPrefix(name: string, { place }: Document): string {
  return place.prefix === undefined ? name : `${place.prefix}:${name}`;
}

function refuse(document: Document, tell: (problem: string) => void): [] {
  tell(`${document.path}: its name cannot be typed; names begin with a letter and have letters, digits, dots and dashes`);
  return [];
}

function makeCommand(name: string, document: Document, { forModel }: { forModel: boolean }): Command {
  return {
    name,
    document,
    forModel,
    description: describeDocument(document),
    argumentHint: textField(document.fields, 'argument-hint') ?? '',
    run: (argument, turn) => runDocument({ name, document, argument, turn, callTool: callTool(turn) }),
  };
}

/** What a document is about: its description and when to use it, or its first line. */
function describeDocument({ fields, body }: Document): string {
  const described = [textField(fields, 'description'), textField(fields, 'when_to_use')].filter((text) => text !== undefined).join(' ');
  if (described !== '') return described;
  const first = body.split('\n').find((line) => line.trim() !== '') ?? '';
  return first
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, 200);
}

/** What a file asks for and does not get, because nobody trusts its folder; in words. */
export function refusedGrants({ fields, place, path }: Document): string[] {
  const wanted = ['allowed-tools', 'hooks'].filter((name) => fields[name] !== undefined);
  return place.trusted || wanted.length === 0
    ? []
    : [`${wanted.join(', ')} of ${path} (the folder is not trusted: run "inboard trust", or name the source in settingSources)`];
}
