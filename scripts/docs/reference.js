// The reference pages: one function per page, each from the definitions of the protocol.
import { fillHookTables } from './hook-tables.js';
import { code, page, table } from './page.js';
import { definitionsIn, optionSources } from './source.js';
import { createTypeText, isOptional } from './type-text.js';

/** Everything the pages are made of. `wire` is the built package, `folder` its sources; `read` gives a page as it is. */
export function createReference(wire, folder, read) {
  const typeText = createTypeText(schemaNames(wire));
  return {
    'options.md': () => optionsPage(wire, folder, typeText),
    'messages.md': () => messagesPage(wire, folder, typeText),
    'control-protocol.md': () => controlPage(wire, folder, typeText),
    'hooks.md': () => fillHookTables(read('hooks.md'), wire, typeText),
  };
}

/** Shapes that the API owns have names instead of fields. */
function schemaNames({ shared }) {
  return new Map([
    [shared.uuid(), 'UUID'],
    [shared.record(), 'object'],
    [shared.apiMessage(), 'API message'],
    [shared.messageParam(), 'API message parameter'],
    [shared.streamEvent(), 'API stream event'],
    [shared.usage(), 'API usage'],
  ]);
}

function optionsPage({ options }, folder, typeText) {
  const sources = optionSources(`${folder}/options/options.ts`);
  const rows = Object.entries(options).map(([name, row]) => [
    code(name),
    code(customType(sources.get(name) ?? '') ?? typeText(row.schema())),
    row.default,
    row.flag ? [row.flag.name, ...row.flag.aliases].map(code).join(' ') : '',
    row.doc,
  ]);
  return page(
    'Options',
    'Everything `query({ prompt, options })` takes. A wrong name or value throws at once, before anything starts, and the error says which option it was. An option that this build cannot honour is refused (`unsupported_option`), never ignored. The flag is what the command line takes, and what the SDK passes to an engine in a child process.',
    'Two options are often mistaken for each other: `tools` decides which tools **exist**; `allowedTools` only lists calls that run **without asking**.',
    table(
      ['Option', 'Type', 'Default', 'Flag', 'Meaning'],
      rows.toSorted((a, b) => a[0].localeCompare(b[0])),
    ),
  );
}

/** Functions and class instances have no fields to show: the name of their type says what they are. */
function customType(source) {
  return (
    /(?:aFunction|z\.custom)<(.+?)>\(/.exec(source)?.[1]?.replace(/^McpServerConfig$/, 'Record<string, McpServerConfig>') ??
    /z\.instanceof\((\w+)\)/.exec(source)?.[1]
  );
}

function fieldTable(schema, comments, typeText) {
  const fields = Object.entries(schema.def.shape ?? {});
  if (fields.length === 0) return undefined;
  return table(
    ['Field', 'Type', '', 'Meaning'],
    fields.map(([name, field]) => [code(name), code(typeText(field)), isOptional(field) ? 'optional' : '', comments.get(name) ?? '']),
  );
}

function messagesPage(wire, folder, typeText) {
  const sources = definitionsIn(`${folder}/message`, 'defineMessage');
  const sections = [...sources].flatMap(([name, { doc, fields }]) => {
    const definition = wire[name];
    if (!definition || !wire.messages.includes(definition)) return [];
    const schema = definition.fields();
    return [
      {
        order: wire.messages.indexOf(definition),
        text: [messageTitle(definition), doc, fieldTable(schema, fields, typeText)].filter(Boolean).join('\n\n'),
      },
    ];
  });
  if (sections.length !== wire.messages.length)
    throw new Error(`${wire.messages.length - sections.length} messages have no comment above their definition.`);
  return page(
    'Messages',
    'What a query yields, and what travels on the wire, one JSON object per line. Every message has a `type`, many a `subtype`. A host must skip what it does not know: newer engines send more.',
    'The order of a plain turn is `system/init`, one `assistant` per finished content block, one `user` per tool result, and exactly one `result`. With `includePartialMessages` the raw `stream_event`s come in between.',
    ...sections.toSorted((a, b) => a.order - b.order).map(({ text }) => text),
  );
}

function messageTitle({ type, subtypes, from }) {
  const names = subtypes.length === 0 ? [type] : subtypes.map((subtype) => `${type}/${subtype}`);
  return `## ${names.map(code).join(', ')}${from === 'both' ? ' (both ways)' : ''}`;
}

const sides = { host: 'host → engine', engine: 'engine → host' };

function controlPage({ controls }, folder, typeText) {
  const sources = [...definitionsIn(`${folder}/control`, 'defineControl').values()];
  const sections = Object.values(controls).map(({ subtype, from, params, result }) => {
    const source = sources.find(({ body }) => body.includes(`subtype: '${subtype}'`));
    if (!source) throw new Error(`The control request "${subtype}" has no comment above its definition.`);
    return [
      `## ${code(subtype)} (${from.length > 1 ? 'both ways' : sides[from[0]]})`,
      source.doc,
      'Carries:',
      fieldTable(params(), source.fields, typeText) ?? shapeOf(params(), typeText),
      'Answers:',
      fieldTable(result(), new Map(), typeText) ?? shapeOf(result(), typeText),
    ].join('\n\n');
  });
  const overview = Object.values(controls).map(({ subtype, from }) => [code(subtype), from.map((side) => sides[side]).join(', ')]);
  return page('Control protocol', ...envelope, table(['Request', 'Direction'], overview), ...sections);
}

function shapeOf(schema, typeText) {
  const text = typeText(schema);
  return text === '{}' ? 'nothing' : code(text);
}

const envelope = [
  'Beside the messages of the conversation, host and engine ask each other things. Both use the same envelope:',
  '```json\n{"type":"control_request","request_id":"r1","request":{"subtype":"set_model","model":"opus"}}\n{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"model":"claude-opus-5-5"}}}\n{"type":"control_response","response":{"subtype":"error","request_id":"r1","error":"what went wrong"}}\n{"type":"control_cancel_request","request_id":"r1"}\n```',
  'Every request gets exactly one response, unless it was cancelled. `request_id` is chosen by the sender and unique among its open requests. `{"type":"keep_alive"}` may come at any time and means nothing. The end of input means that no more prompts will come; requests go on until the engine is done.',
];
