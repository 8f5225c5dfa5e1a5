/** Characters that make a command look different from what runs: controls, bidi marks, invisible letters, broken surrogates. */
const hidden = /[^\P{Cc}\t\n]|\p{Cs}|\p{Zl}|\p{Zp}|(?!\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/u;

/** A joiner is part of some emoji, and out of place elsewhere. */
const strayJoiner = /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/u;

/** True if a text holds characters that a person reading it would not see. */
export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text) || strayJoiner.test(text);
}
