/** Controls, the second set of controls, marks that turn the direction of writing, and characters without a width that hide text. */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Control characters are shown, never obeyed: what a model or a file says cannot move the cursor. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`);
}
