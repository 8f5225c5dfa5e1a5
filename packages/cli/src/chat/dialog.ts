import type { Key } from './key.js';
import type { Live } from './screen.js';

/** Something that takes the keys until it is done, and stands in the place of the input. */
export interface Dialog {
  live(width: number, height: number): Live;
  press(key: Key): void;
}
