/** Characters that make a command look different from what runs: controls, bidi marks, invisible letters, broken surrogates. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/u;

/** A joiner is part of some emoji, and out of place elsewhere. */
const strayJoiner = /(?<![\p{Extended_Pictographic}\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d/u;

/** True if a text holds characters that a person reading it would not see. */
export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text) || strayJoiner.test(text);
}
