import fc from 'fast-check';
import { expect, it } from 'vitest';
import { htmlToMarkdown } from './html-to-markdown.js';

const options = { base: new URL('https://example.com/docs/'), maxLength: 10_000, signal: new AbortController().signal };

async function markdown(html: string): Promise<string> {
  return (await htmlToMarkdown(html, options)).markdown;
}

it.each([
  ['<h1>One</h1><h2> Two </h2><p>text</p>', '# One\n\n## Two\n\ntext'],
  ['<p>a <b>bold</b> and <em>slanted</em>,\n  <code>x = 1</code>.</p>', 'a **bold** and _slanted_, `x = 1`.'],
  [
    '<a href="../up">up</a> <a href="#here">here</a> <a href="javascript:alert(1)">bad</a> <a href="/x"></a>',
    '[up](https://example.com/up) [here] [bad]',
  ],
  ['<ul><li>one<li>two<ul><li>inner</ul><li>three</ul><ol><li>a<li>b</ol>', '- one\n- two\n  - inner\n- three\n\n1. a\n2. b'],
  ['<table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td><p>1</p><p>2</p></td></tr></table>', '| k | v |\n| - | - |\n| a | 1 2 |'],
  ['<pre>if (a)\n    <b>b</b>();</pre>after', '```\nif (a)\n    b();\n```\n\nafter'],
  [
    '<img src="a.png" alt="A picture"><img src="b.png"><img src="data:image/png;base64,AAAA" alt="x">',
    '![A picture](https://example.com/docs/a.png)',
  ],
  ['a<br>b<hr>c &amp; d &lt;e&gt;', 'a\nb\n\n---\n\nc & d <e>'],
  ['before<script>evil()</script><style>p{}</style><!-- note --><template>t</template><noscript>n</noscript>after', 'beforeafter'],
  ['<p>seen</p><p hidden>a</p><div style="display: none">b<p>c</p></div><span aria-hidden="true">d</span><p>too</p>', 'seen\n\ntoo'],
])('%j', async (html, expected) => {
  expect(await markdown(html)).toBe(expected);
});

it('finds the title', async () => {
  expect(await htmlToMarkdown('<head><title> A &amp;\n B </title></head><body>x</body>', options)).toEqual({
    title: 'A & B',
    markdown: 'x',
    cut: false,
  });
});

it('stops at its length', async () => {
  const { markdown: text, cut } = await htmlToMarkdown('<p>word</p>'.repeat(100_000), options);
  expect({ length: text.length, cut }).toEqual({ length: 10_000, cut: true });
});

it.each(['<div>', '<b>', '<ul><li>', '<blockquote>', '<table><tr><td>', '<!--', '<a href="', '<', '&', '</p>', '<p style="display:none">'])(
  'survives a million characters of %s',
  async (piece) => {
    const { markdown: text } = await htmlToMarkdown(piece.repeat(1_000_000 / piece.length), options);
    expect(text.length).toBeLessThanOrEqual(10_000);
  },
);

it('survives any text', async () => {
  const tag = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href=x>',
    '</a>',
    '<td>',
    '</tr>',
    '<pre>',
    '</pre>',
    '<li>',
    '</ul>',
    '<script>',
    '</script>',
    '<h1',
    'x',
    '"',
    '>',
  );
  await fc.assert(fc.asyncProperty(fc.array(fc.oneof(tag, fc.string())), async (pieces) => void (await markdown(pieces.join('')))));
});
