import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyDecoder, type Key } from './key.js';

const names = (text: string) => {
  const decoder = new KeyDecoder();
  return [...decoder.take(Buffer.from(text)), ...decoder.settle()].map((key) => key.text ?? key.name);
};

describe('KeyDecoder', () => {
  it.each([
    ['aé漢🦀', ['a', 'é', '漢', '🦀']],
    ['\u0001\u0005\u000b\u0015\u0017', ['ctrl+a', 'ctrl+e', 'ctrl+k', 'ctrl+u', 'ctrl+w']],
    ['\r\n\t\u007f\b', ['enter', 'ctrl+j', 'tab', 'backspace', 'backspace']],
    ['\u001b[A\u001bOB\u001b[1;5C\u001b[1;3D', ['up', 'down', 'ctrl+right', 'alt+left']],
    ['\u001b[H\u001b[4~\u001b[3~\u001b[Z', ['home', 'end', 'delete', 'shift+tab']],
    ['\u001bb\u001b\r\u001b\u007f', ['alt+b', 'alt+enter', 'alt+backspace']],
    ['\u001b[13;2u\u001b[27;2;13~\u001b[99;5u', ['shift+enter', 'shift+enter', 'ctrl+c']],
    ['\u001b', ['escape']],
    ['\u001b\u001b[A', ['escape', 'up']],
    ['\u001b[200~one\r\ntwo\u001b[A\u001b[201~x', ['one\ntwo\u001b[A', 'x']],
    ['\u001b[?997;1n\u001b[Ix', ['x']],
    ['\u001b[12é', ['é']],
  ])('%j', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('says when it waits for more, and takes a pause for an answer', () => {
    const decoder = new KeyDecoder();
    expect([decoder.take(Buffer.from('\u001b')), decoder.isWaiting]).toEqual([[], true]);
    expect([decoder.settle(), decoder.isWaiting]).toEqual([[{ name: 'escape' }], false]);
    decoder.take(Buffer.from('\u001b[200~half'));
    expect([decoder.isWaiting, decoder.settle()]).toEqual([false, []]);
  });

  it('reads the same keys wherever the bytes are cut', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\u001b',
        '\u001b[A',
        '\u001b[1;5C',
        '\u001bOH',
        '\u001b[200~',
        '\u001b[201~',
        '\r',
        '\u0003',
        '\u001b[',
        'é',
        '🦀',
        '\u001b[99',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(60), { maxLength: 8 }), (pieces, cuts) => {
        const bytes = Buffer.from(pieces.join(''));
        const whole = new KeyDecoder();
        const cut = new KeyDecoder();
        const places = [...new Set([0, ...cuts.filter((at) => at < bytes.length), bytes.length])].sort((a, b) => a - b);
        const keys: Key[] = places.slice(1).flatMap((end, index) => cut.take(bytes.subarray(places[index], end)));
        expect(keys).toEqual(whole.take(bytes));
        expect(cut.isWaiting).toBe(whole.isWaiting);
      }),
    );
  });

  it('reads the same keys byte by byte', () => {
    const bytes = Buffer.from('a\u001b[1;5Cé\u001b[200~x\ny\u001b[201~🦀\u001b[A\u001bOF\u001bb');
    const decoder = new KeyDecoder();
    expect([...bytes].flatMap((byte) => decoder.take(Uint8Array.of(byte)))).toEqual(new KeyDecoder().take(bytes));
  });
});
