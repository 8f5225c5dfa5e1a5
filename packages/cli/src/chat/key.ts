import { StringDecoder } from 'node:string_decoder';

/**
 * Something that was pressed or pasted. Names read like `ctrl+a`, `alt+enter`, `shift+tab`, `up`;
 * what is typed is `text`, one character each.
 */
export interface Key {
  name: string;
  /** What was typed or pasted. */
  text?: string;
}

const pasteStart = '\u001b[200~';
const pasteEnd = '\u001b[201~';

/** Makes keys of the bytes of a terminal, however they are cut into pieces. */
export class KeyDecoder {
  readonly #characters = new StringDecoder('utf8');
  #rest = '';

  /** The keys that are complete with these bytes. */
  take(bytes: Uint8Array): Key[] {
    this.#rest += this.#characters.write(Buffer.from(bytes));
    return this.#read();
  }

  /** True when what came last may be the beginning of something longer. */
  get isWaiting(): boolean {
    return this.#rest !== '' && !this.#rest.startsWith(pasteStart);
  }

  /** Nothing followed for a while: an escape was the key of that name. */
  settle(): Key[] {
    if (!this.isWaiting) return [];
    this.#rest = this.#rest.slice(1);
    return [{ name: 'escape' }, ...this.#read()];
  }

  #read(): Key[] {
    const keys: Key[] = [];
    while (this.#rest !== '') {
      const found = readKey(this.#rest);
      if (!found) break;
      this.#rest = this.#rest.slice(found.length);
      if (found.key) keys.push(found.key);
    }
    return keys;
  }
}

interface Found {
  length: number;
  /** Nothing for a sequence that means no key. */
  key?: Key;
}

/** The first key of a text; nothing when more has to come first. */
function readKey(text: string): Found | undefined {
  if (text[0] !== '\u001b') return readCharacter(text);
  if (text.startsWith(pasteStart)) return readPaste(text);
  if (text.length === 1) return undefined;
  if (text[1] === '[') return readSequence(text);
  if (text[1] === 'O') return text.length < 3 ? undefined : { length: 3, ...named(letters[text[2]!]) };
  if (text[1] === '\u001b') return { length: 1, key: { name: 'escape' } };
  const { length, key } = readCharacter(text.slice(1));
  return { length: length + 1, key: { name: `alt+${key.text ?? key.name}` } };
}

function readPaste(text: string): Found | undefined {
  const end = text.indexOf(pasteEnd, pasteStart.length);
  if (end === -1) return undefined;
  const pasted = text.slice(pasteStart.length, end).replaceAll(/\r\n?/g, '\n');
  return { length: end + pasteEnd.length, key: { name: 'paste', text: pasted } };
}

const controls: Record<string, string> = { '\r': 'enter', '\t': 'tab', '\u007f': 'backspace', '\b': 'backspace', '\0': 'ctrl+space' };

function readCharacter(text: string): Required<Found> {
  const character = String.fromCodePoint(text.codePointAt(0)!);
  const code = character.codePointAt(0)!;
  const length = character.length;
  if (controls[character] !== undefined) return { length, key: { name: controls[character] } };
  if (code <= 26) return { length, key: { name: `ctrl+${String.fromCharCode(code + 96)}` } };
  if (code < 32) return { length, key: { name: `ctrl+${String.fromCharCode(code + 64)}` } };
  return { length, key: { name: 'text', text: character } };
}

const letters: Record<string, string> = { A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', Z: 'shift+tab', M: 'enter' };
const numbers: Record<string, string> = {
  '1': 'home',
  '2': 'insert',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
};
const codes: Record<string, string> = { '9': 'tab', '13': 'enter', '27': 'escape', '127': 'backspace' };

/** `ESC [ numbers letter`. A character that belongs to no such sequence ends it. */
function readSequence(text: string): Found | undefined {
  const whole = /^\u001b\[([0-9;:<=>?]*)[ -/]*([@-~]?)/.exec(text)!; // it matches every text that begins so
  const [sequence, given = '', last = ''] = whole;
  if (last === '') return sequence.length === text.length ? undefined : { length: sequence.length };
  const parameters = given.split(';');
  const [first = '', modifier = '1', code = ''] = parameters;
  if (last === '~' && first === '27') return { length: sequence.length, ...modified(codes[code], modifier) };
  if (last === '~') return { length: sequence.length, ...modified(numbers[first], modifier) };
  if (last === 'u') return { length: sequence.length, ...modified(codes[first] ?? letterOf(first), modifier) };
  return { length: sequence.length, ...modified(letters[last], modifier) };
}

function letterOf(code: string): string | undefined {
  const number = Number(code);
  return number > 32 && number < 127 ? String.fromCharCode(number).toLowerCase() : undefined;
}

/** Shift is 1, alt is 2, control is 4; terminals send their sum and one. */
function modified(name: string | undefined, modifier: string): { key?: Key } {
  if (name === undefined) return {};
  const held = (Number.parseInt(modifier, 10) || 1) - 1;
  return named(`${held & 4 ? 'ctrl+' : ''}${held & 2 ? 'alt+' : ''}${held & 1 ? 'shift+' : ''}${name}`);
}

function named(name: string | undefined): { key?: Key } {
  return name === undefined ? {} : { key: { name } };
}
