import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pngFile } from '../../../../../../test/support/sample-files.js';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { readTool } from '../read/read.js';
import { changeCell } from './change-cell.js';
import { notebookEditTool } from './notebook-edit.js';
import type { Cell, Notebook } from './notebook.js';

const image = pngFile(2, 2).toString('base64');
const notebook = {
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Title\n', 'text'] },
    {
      cell_type: 'code',
      execution_count: 3,
      id: 'sum',
      metadata: {},
      outputs: [
        { name: 'stdout', output_type: 'stream', text: ['2\n'] },
        { data: { 'image/png': image, 'text/plain': ['<Figure>'] }, metadata: {}, output_type: 'display_data' },
        { ename: 'ValueError', evalue: 'bad', output_type: 'error', traceback: ['\u001b[31mline 1\u001b[0m'] },
      ],
      source: ['print(1 + 1)'],
    },
  ],
  metadata: { language_info: { name: 'julia' } },
  nbformat: 4,
  nbformat_minor: 5,
};
const text = `${JSON.stringify(notebook, null, 1)}\n`;

async function opened(content = text) {
  const bench = toolBench();
  const path = join(bench.folder, 'a.ipynb');
  writeFileSync(path, content);
  const edit = (input: Record<string, unknown>) => bench.call(notebookEditTool, { notebook_path: path, ...input });
  const now = () => JSON.parse(readFileSync(path, 'utf8')) as Notebook;
  return { ...bench, path, edit, now, read: () => bench.call(readTool, { file_path: path }) };
}

describe('Read of notebooks', () => {
  it('shows cells with their outputs', async () => {
    const { read, path } = await opened();
    expect(await read()).toEqual({
      content: [
        {
          type: 'text',
          text: 'Cell intro (markdown)\n# Title\ntext\n\nCell sum (code, julia)\nprint(1 + 1)\nOutput:\n2\n\nOutput:\n<Figure>\nOutput:\nValueError: bad\nline 1',
        },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } },
      ],
      result: {
        type: 'notebook',
        file: {
          filePath: path,
          cells: [
            { cellType: 'markdown', source: '# Title\ntext', cell_id: 'intro' },
            {
              cellType: 'code',
              source: 'print(1 + 1)',
              cell_id: 'sum',
              language: 'julia',
              execution_count: 3,
              outputs: [
                { output_type: 'stream', text: '2\n' },
                { output_type: 'display_data', text: '<Figure>', image: { image_data: image, media_type: 'image/png' } },
                { output_type: 'error', text: 'ValueError: bad\nline 1' },
              ],
            },
          ],
        },
      },
    });
  });

  it('shows a broken one as text', async () => {
    const { read } = await opened('{"cells": [');
    expect((await read()).content).toBe('     1→{"cells": [');
  });
});

describe('NotebookEdit', () => {
  it('replaces a cell and leaves the rest of the file as it is', async () => {
    const { edit, read, path } = await opened();
    await read();
    const outcome = await edit({ cell_id: 'sum', new_source: 'x = 1\ny = 2' });
    const cell = { ...notebook.cells[1]!, source: ['x = 1\n', 'y = 2'], execution_count: null, outputs: [] };
    const expected = `${JSON.stringify({ ...notebook, cells: [notebook.cells[0], cell] }, null, 1)}\n`;
    expect(readFileSync(path, 'utf8')).toBe(expected);
    expect(outcome).toEqual({
      content: `Replaced cell sum in ${path}.`,
      result: {
        new_source: 'x = 1\ny = 2',
        cell_id: 'sum',
        cell_type: 'code',
        language: 'julia',
        edit_mode: 'replace',
        notebook_path: path,
        original_file: text,
        updated_file: expected,
      },
    });
  });

  it('inserts after a cell, at the start and into nothing, and deletes', async () => {
    const { edit, read, now } = await opened();
    await read();
    await edit({ cell_id: 'intro', new_source: 'a\n', cell_type: 'code', edit_mode: 'insert' });
    await edit({ new_source: 'first', cell_type: 'markdown', edit_mode: 'insert' });
    expect(now().cells.map((cell) => cell.source)).toEqual([['first'], ['# Title\n', 'text'], ['a\n'], ['print(1 + 1)']]);
    expect(now().cells[2]).toEqual({
      cell_type: 'code',
      execution_count: null,
      id: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      metadata: {},
      outputs: [],
      source: ['a\n'],
    });
    for (const cell of now().cells) await edit({ cell_id: cell.id, new_source: '', edit_mode: 'delete' });
    expect(now()).toEqual({ ...notebook, cells: [] });
    await edit({ new_source: 'again', cell_type: 'code', edit_mode: 'insert' });
    expect(now().cells).toHaveLength(1);
  });

  it('calls cells by their place where the format has no ids', async () => {
    const old = { cells: [{ cell_type: 'code', source: 'a', metadata: {}, outputs: [] }], metadata: {}, nbformat: 4, nbformat_minor: 2 };
    const { edit, read, now } = await opened(JSON.stringify(old));
    expect((await read()).content).toBe('Cell cell-0 (code, python)\na');
    await edit({ cell_id: 'cell-0', new_source: 'b', cell_type: 'markdown' });
    await edit({ cell_id: 'cell-0', new_source: 'c', cell_type: 'code', edit_mode: 'insert' });
    expect(now().cells).toEqual([
      { cell_type: 'markdown', source: 'b', metadata: {} },
      { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: 'c' },
    ]);
  });

  it.each([
    ['an unknown cell', { cell_id: 'nobody', new_source: '' }, 'has no cell "nobody"'],
    ['no cell', { new_source: '' }, 'say which one'],
    ['an insert without a type', { new_source: '', edit_mode: 'insert' }, 'cell_type'],
  ])('refuses %s', async (_, input, message) => {
    const { edit, read, path } = await opened();
    await read();
    expect(await edit(input)).toMatchObject({ isError: true, content: expect.stringContaining(message) as string });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('refuses one that was not read, is none, or changed', async () => {
    const { edit, read, path, call, folder } = await opened();
    const input = { cell_id: 'sum', new_source: 'x' };
    expect((await edit(input)).content).toContain('has not been read yet');
    await read();
    writeFileSync(path, text.replace('Title', 'Other'));
    expect((await edit(input)).content).toContain('has changed since it was read');
    expect((await call(notebookEditTool, { notebook_path: join(folder, 'a.py'), ...input })).content).toContain('is not a notebook');
    writeFileSync(path, '{}');
    await read();
    expect((await edit(input)).content).toContain('no list of cells');
  });

  it('does to the text what the same change does to the notebook', () => {
    const cell = fc.record({
      cell_type: fc.constantFrom('code', 'markdown'),
      source: fc.string(),
      metadata: fc.dictionary(fc.string(), fc.jsonValue()),
    });
    const input = fc.record({
      index: fc.nat(),
      new_source: fc.string(),
      cell_type: fc.constantFrom('code' as const, 'markdown' as const),
      edit_mode: fc.constantFrom('replace' as const, 'insert' as const, 'delete' as const),
    });
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        fc.jsonValue(),
        fc.constantFrom('', ' ', '\t', '    '),
        input,
        (cells, other, indent, { index, ...change }) => {
          const before = { metadata: { other, cells: [1] }, cells: cells as Cell[], nbformat: 4, nbformat_minor: 4 } as unknown as Notebook; // any metadata is allowed
          const at = index % cells.length;
          const made = changeCell(
            JSON.stringify(before, null, indent),
            structuredClone(before),
            { notebook_path: '', cell_id: `cell-${at}`, ...change },
            () => 'id',
          );
          const after = JSON.parse(made.text) as Notebook;
          const kept = after.cells.filter(
            (_, place) => change.edit_mode === 'delete' || place !== (change.edit_mode === 'insert' ? at + 1 : at),
          );
          const expected = change.edit_mode === 'insert' ? cells : cells.filter((_, place) => place !== at);
          expect({ ...after, cells: kept }).toEqual(JSON.parse(JSON.stringify({ ...before, cells: expected })));
          expect(after.cells).toHaveLength(cells.length + (change.edit_mode === 'insert' ? 1 : change.edit_mode === 'delete' ? -1 : 0));
        },
      ),
      { numRuns: 500 },
    );
  });
});
