import type { Style } from '../row/style.js';

/** Longer lines are shown as they are: nobody writes such a line by hand. */
const longest = 4000;

const token =
  /(?<ticks>`+)(?<code>[^`](?:.*?[^`])?)\k<ticks>(?!`)|\*\*(?<strong>\S(?:.*?\S)??)\*\*|(?<!\w)__(?<strong2>\S(?:.*?\S)??)__(?!\w)|(?<![\w*])\*(?<soft>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|(?<!\w)_(?<soft2>[^\s_](?:[^_]*[^\s_])?)_(?!\w)|~~(?<gone>\S(?:.*?\S)??)~~|\[(?<label>[^\][]+)\]\((?<address>[^()\s]+)\)|\\(?<mark>[*_`~[\]#\\])/g;

/** Emphasis, code and links inside a line. The text must not have control characters. Without colours the marks stay. */
export function inlineMarkdown(text: string, style: Style): string {
  if (!style.hasColour || text.length > longest) return text;
  return text.replaceAll(token, (whole: string, ...groups: unknown[]) => {
    const found = groups.at(-1) as Record<string, string | undefined>; // named groups come last
    const strong = found.strong ?? found.strong2;
    const soft = found.soft ?? found.soft2;
    if (found.code !== undefined) return style.cyan(found.code);
    if (strong !== undefined) return style.bold(inlineMarkdown(strong, style));
    if (soft !== undefined) return style.italic(inlineMarkdown(soft, style));
    if (found.gone !== undefined) return style.dim(found.gone);
    if (found.address !== undefined) return link(found.label!, found.address, style);
    return found.mark ?? whole;
  });
}

/** The address is always shown: a label can say anything. */
function link(label: string, address: string, style: Style): string {
  return label === address ? style.underline(address) : `${style.underline(label)} ${style.dim(`(${address})`)}`;
}
