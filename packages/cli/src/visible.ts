/** Control characters are shown, never obeyed: what a model or a file says cannot move the cursor. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
