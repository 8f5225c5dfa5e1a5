/** Made when it is needed: it takes longer than everything else here. */
let segmenter: Intl.Segmenter | undefined;
const plain = /^[\u0020-\u007e]*$/;
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;
const noWidth = /^(?:\p{Mn}|\p{Me}|\p{Cf})+$/u;

/** What a person takes for one character. */
export function graphemes(text: string): string[] {
  if (plain.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes. It must have neither controls nor styles. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** 0, 1 or 2 columns. */
export function graphemeWidth(grapheme: string): number {
  if (noWidth.test(grapheme)) return 0;
  return wide.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
}
