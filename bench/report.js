// Writes the figures as a page: each with its target, next to what the published engine needed.
import { cpus, loadavg } from 'node:os';

const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const kb = (bytes) => `${(bytes / 1e3).toFixed(0)} KB`;
const times = ({ ours, bare }) => `${(ours / bare).toFixed(2)}x`;
const verdict = (met) => (met ? 'met' : '**missed**');

/** One row per figure: name, ours, bare loop, ratio, target, met or not, published engine. */
function rows(figures) {
  const { firstMessage, textTurn, secondTurn, toolStep, deltas, concurrent } = figures;
  const compared = (name, pair, limit, published) => [
    name,
    ms(pair.ours),
    ms(pair.bare),
    times(pair),
    limit ? `${limit}x of the bare loop` : '',
    limit ? verdict(pair.ours <= limit * pair.bare) : '',
    published,
  ];
  const alone = (name, shown, target, met, published) => [name, shown, '', '', target, target ? verdict(met) : '', published];
  const requestTokens = Math.round(figures.request.bytes / 4);
  const cliExtra = figures.cliFirstMessage - figures.nodeStart;
  return [
    alone('`query()` to the first message, warm process', ms(firstMessage.ours), '10 ms', firstMessage.ours <= 10, '403 to 1243 ms'),
    alone('import of the SDK', ms(figures.imported), '60 ms', figures.imported <= 60, ''),
    alone('import and first message, cold process', ms(figures.coldFirstMessage), '120 ms', figures.coldFirstMessage <= 120, ''),
    compared('one text turn, `query()` to result', textTurn, undefined, '484 to 1335 ms'),
    compared('second turn', secondTurn, 1.5, '16.5 to 30.8 ms'),
    compared('one step of a loop of 50 Read calls, saved to disk', toolStep, 1.5, '18.7 to 36.9 ms'),
    compared('20,000 deltas as partial messages', deltas, 2, '625 to 873 ms'),
    compared('100 sessions at once', concurrent, undefined, 'ten: 4.2 to 8.7 s'),
    alone('memory of the process after all of the above', `${figures.rssMb.toFixed(0)} MB`, '', true, '192 to 266 MB per session'),
    alone('heap per idle session', kb(figures.idleSessionBytes), '1 MB', figures.idleSessionBytes < 1e6, ''),
    alone(
      'command line: start to the first message',
      `${ms(figures.cliFirstMessage)} (Node alone: ${ms(figures.nodeStart)})`,
      'Node + 60 ms',
      cliExtra <= 60,
      '',
    ),
    alone('command line: `--version`', ms(figures.cliVersion), '', true, ''),
    ...hookRows(figures.hooks),
    ...mcpRows(figures.mcp),
    ...partRows(figures.parts),
    ...partRows(figures.sessions),
    alone(
      'first request: system prompt and all tools, bytes / 4',
      `${requestTokens} tokens (${figures.request.tools} tools)`,
      '4,000',
      requestTokens < 4000,
      '10,000 to 15,800 tokens (12 to 18 tools)',
    ),
  ];
}

/** Parts on their own, each with what it may cost, alone or next to the plainest way to do the same. */
function partRows(measured) {
  return measured.map(({ name, unit, ours, bare, target, limit }) => {
    const shown = (value) => `${value.toFixed(Math.abs(value) < 10 ? 1 : 0)} ${unit}`;
    const compared = bare === undefined ? ['', ''] : [shown(bare), times({ ours, bare })];
    const goal = limit === undefined ? shown(target) : `${limit}x of the plain way`;
    return [name, shown(ours), ...compared, goal, verdict(ours <= (limit === undefined ? target : limit * bare)), ''];
  });
}

/** Hooks: what they cost when there are none, and the way to a function of the host and back. */
function mcpRows([inProcess, overPipe, child, many]) {
  const against = ({ name, ours, baseline }) => [name, ms(ours), '', '', `${baseline} ms`, verdict(ours <= baseline), ''];
  return [
    against(inProcess),
    against(overPipe),
    [child.name, ms(child.ours), ms(child.baseline), `${child.ratio.toFixed(2)}x`, '2x of the bare client', verdict(child.ratio <= 2), ''],
    against(many),
  ];
}

function hookRows([pipeline, inProcess, overPipe]) {
  const shown = (value) => `${(value * 1000).toFixed(value < 0.01 ? 2 : 0)} µs`;
  const trip = ({ name, ours, baseline }) => [name, shown(ours), '', '', `${baseline} ms`, verdict(ours <= baseline), ''];
  return [
    [pipeline.name, shown(pipeline.ours), shown(pipeline.baseline), `${pipeline.ratio.toFixed(2)}x`, '', '', ''],
    trip(inProcess),
    trip(overPipe),
  ];
}

const headings = ['', 'Inboard', 'bare loop', 'ratio', 'target', '', 'published engine'];

export function performancePage(figures) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const processors = cpus();
  return `<!-- Written by \`npm run bench\`. -->

# Performance

Medians of one run of \`npm run bench\` on ${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, ${process.platform} ${process.arch}, with a load average of ${loadavg()[0].toFixed(1)} at the end of the run. Both sides talk to the same scripted server in another process and run in turns. The *bare loop* is \`bench/baseline.ts\`: \`fetch\` and a \`for\`, without options, checks, permissions or a transcript. A ratio below 1 is possible because our client goes on at the last event of a reply, while \`fetch\` reads on until the response ends.

${line(headings)}
${line(headings.map(() => '---'))}
${rows(figures).map(line).join('\n')}

The figures of the published engine (versions 0.1.77, 0.2.50 and 0.3.325 of its SDK, each with its own engine in a child process) were measured with the same kind of scripted server on a machine with two cores; they are given as the range over the three versions, and are not from the run above. Its 20,000 deltas are computed from 22,900 to 32,000 deltas per second.
`;
}

/** The short table of the README. */
export function comparisonTable(figures) {
  const perSecond = (Math.round(20_000_000 / figures.deltas.ours / 1000) * 1000).toLocaleString('en');
  const lines = [
    ['', 'Inboard', 'published engine (0.1.77 / 0.2.50 / 0.3.325)'],
    ['---', '---', '---'],
    ['runs', 'in your process, or as a child', 'as a child'],
    ['`query()` to the first message', ms(figures.firstMessage.ours), '1243 / 1150 / 403 ms'],
    ['`query()` to the result of one text turn', ms(figures.textTurn.ours), '1335 / 1202 / 484 ms'],
    ['second turn', ms(figures.secondTurn.ours), '30.8 / 16.5 / 30.8 ms'],
    ['one Read step of a 50-step loop', ms(figures.toolStep.ours), '36.9 / 18.7 / 35.9 ms'],
    ['partial messages per second', perSecond, '25,600 / 32,000 / 22,900'],
    ['sessions at once', `100 in ${ms(figures.concurrent.ours)}`, '10 in 8.7 / 8.0 / 4.2 s'],
    ['memory', `${figures.rssMb.toFixed(0)} MB after all of it`, '258 / 266 / 192 MB per session'],
    [
      'first request',
      `${(figures.request.bytes / 1000).toFixed(1)} KB (${figures.request.tools} tools)`,
      '58 / 63 / 40 KB (18 / 17 / 12 tools)',
    ],
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
