import { visible } from '../visible.js';
import { wrap } from './wrap.js';

/** A text of anybody as rows: every line is shown, controls are made visible, nothing is wider than the width. */
export function textRows(text: string, width: number, indent = ''): string[] {
  return visible(text.replaceAll('\r\n', '\n'))
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrap(line, width, indent));
}
