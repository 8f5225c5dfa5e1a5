// The tables of the page on hooks, from the definitions of the events.
import { code, table } from './page.js';
import { isOptional } from './type-text.js';

/** Fills in what stands between `<!-- fields Event -->` and `<!-- /fields -->`. */
export function fillHookTables(text, { hooks, baseHookInput }, typeText) {
  const fields = (schema) =>
    Object.entries(schema.def.shape).map(([name, field]) => [code(name), code(typeText(field)), isOptional(field) ? 'optional' : '']);
  const rowsOf = (schema, direction) => fields(schema).map((cells) => [direction, ...cells]);
  const tableOf = (event) => {
    if (event === 'base') return table(['Field', 'Type', ''], fields(baseHookInput()));
    const { input, output, matchOn } = hooks[event];
    const rows = table(['', 'Field', 'Type', ''], [...rowsOf(input(), 'input'), ...rowsOf(output(), 'answer')]);
    return `Matched on: ${matchOn === null ? 'nothing, it always runs' : code(matchOn)}.\n\n${rows}`;
  };
  return text.replaceAll(
    /(<!-- fields (\w+) -->\n)[\s\S]*?(<!-- \/fields -->)/g,
    (_, open, event, close) => `${open}\n${tableOf(event)}\n\n${close}`,
  );
}
