import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { kindsOf, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent, type Cell } from '../harness.js';
import { nap, processesWith } from '../support/processes.js';

const hasBubblewrap = (process.env.PATH ?? '').split(':').some((folder) => isExecutable(join(folder, 'bwrap')));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // absent
  }
}

type Sandbox = NonNullable<Options['sandbox']>;

const options = (sandbox: Sandbox = {}): Options => ({
  tools: ['Bash'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  sandbox: { enabled: true, ...sandbox },
});

type Command = string | { command: string; [field: string]: unknown };

async function run(agent: Agent, commands: Command[], more: Options = {}): Promise<{ content: string; isError: boolean }[]> {
  const inputs = commands.map((command) => (typeof command === 'string' ? { command } : command));
  agent.model.says(...inputs.map((input) => reply(toolUse('Bash', input))), reply(text('done')));
  const messages = await agent.ask('go', more);
  expect(kindsOf(messages).at(-1)).toBe('result/success');
  return toolResultsOf(messages).map((block) => ({ content: block.content as string, isError: block.is_error === true }));
}

/** A case that needs bubblewrap; where there is none, the same session must refuse to run. */
function confined(id: Parameters<typeof verifies>[0], body: (cell: Cell) => Promise<void>): void {
  verifies(id, hasBubblewrap ? body : refusesToRun);
}

async function refusesToRun({ open }: Cell): Promise<void> {
  const agent = await open(options());
  const messages = await agent.ask('go');
  expect(resultsOf(messages)).toMatchObject([
    { subtype: 'error_during_execution', errors: [expect.stringContaining('Commands cannot be confined')] },
  ]);
  expect(agent.model.requests).toEqual([]);
}

confined('sandbox:files', async ({ open }) => {
  const agent = await open(options({ filesystem: { allowWrite: ['~/allowed'], denyWrite: ['kept.txt'] } }));
  await mkdir(join(agent.home, 'allowed'));
  await writeFile(join(agent.cwd, 'kept.txt'), 'kept');
  await symlink('/var/tmp', join(agent.cwd, 'out'));
  const ran = await run(agent, [
    'echo inside > a.txt; mkdir -p b/c; echo more > b/c/d; cat a.txt b/c/d',
    'echo x > /var/tmp/inboard-test',
    'echo x > out/inboard-test',
    'echo x > /etc/inboard-test',
    'echo y > ~/allowed/y && cat ~/allowed/y',
    'echo changed > kept.txt',
    'echo t > /tmp/inboard-temporary; echo "$TMPDIR"',
    'cat /tmp/inboard-temporary',
  ]);
  expect(ran.map(({ isError }) => isError)).toEqual([false, true, true, true, false, true, false, false]);
  expect(ran.map(({ content }) => content.split('\n').at(-1))).toEqual([
    'more',
    expect.stringContaining('Read-only file system'),
    expect.stringContaining('Read-only file system'),
    expect.stringContaining('Read-only file system'),
    'y',
    expect.stringContaining('Read-only file system'),
    '/tmp',
    't',
  ]);
  expect(await readFile(join(agent.cwd, 'a.txt'), 'utf8')).toBe('inside\n');
  expect(existsSync('/tmp/inboard-temporary')).toBe(false);
  expect(await readFile(join(agent.home, 'allowed', 'y'), 'utf8')).toBe('y\n');
  expect(
    (await readdir(tmpdir())).filter(
      (name) => name.startsWith('inboard-sandbox-') && existsSync(join(tmpdir(), name, 'tmp', 'inboard-temporary')),
    ),
  ).toEqual([]);
});

confined('sandbox:protected', async ({ open }) => {
  const agent = await open(options());
  const plant = (path: string) => `mkdir -p "$(dirname ${path})" && echo '{"hooks":1}' > ${path}`;
  const targets = [
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.git/hooks/pre-commit',
    '.git/config',
    '.mcp.json',
    '.bashrc',
    '.gitconfig',
    '.vscode/tasks.json',
    'HEAD',
  ];
  const absent = await run(agent, [...targets.map(plant), 'rm -rf .claude .git .mcp.json; mv .claude x; ln -sfn / .mcp.json; ls -A']);
  expect(absent.every(({ isError }, index) => isError || index === targets.length)).toBe(true);
  expect(await readdir(agent.cwd)).toEqual([]);
  // The same in a repository with settings of its own.
  execFileSync('git', ['init', '-q', agent.cwd]);
  await mkdir(join(agent.cwd, '.claude'));
  await writeFile(join(agent.cwd, '.claude', 'settings.json'), '{}');
  const before = readFileSync(join(agent.cwd, '.git', 'config'), 'utf8');
  const present = await run(agent, [
    ...targets.map(plant).filter((command) => !command.includes('HEAD')),
    'git config core.fsmonitor evil',
    'echo ../../evil > .git/commondir',
    'git status --short; touch f; git add -A; git -c user.name=a -c user.email=a@b commit -qm m && git log --format=%s',
  ]);
  expect(present.map(({ isError }) => isError)).toEqual([...Array.from({ length: 9 }, () => true), false, false]);
  expect(present.at(-1)!.content).toBe('?? .claude/\nm');
  expect(readFileSync(join(agent.cwd, '.git', 'config'), 'utf8')).toBe(before);
  expect((await readdir(agent.cwd)).toSorted()).toEqual(['.claude', '.git', 'f']);
  expect(await readdir(join(agent.cwd, '.claude'))).toEqual(['settings.json']);
  // A link could be swapped for something else, so nothing runs beside one.
  await symlink('/', join(agent.cwd, '.mcp.json'));
  const [link] = await run(agent, ['true']);
  expect(link).toEqual({
    content: `The command was not run: ${join(agent.cwd, '.mcp.json')} is a symbolic link, which the sandbox cannot protect from being replaced. Put what it leads to in its place.`,
    isError: true,
  });
});

confined('sandbox:hidden', async ({ open }) => {
  const agent = await open(options({ filesystem: { denyRead: ['~/secret.txt', '~/keys', '~/absent', '~/link'] } }));
  // Not under /tmp, all of which is hidden anyway.
  const home = await mkdtemp('/var/tmp/inboard-test-');
  await writeFile(join(home, 'open.txt'), 'an open word');
  await writeFile(join(home, 'secret.txt'), 'top secret');
  await mkdir(join(home, 'keys'));
  await writeFile(join(home, 'keys', 'id'), 'top secret');
  await writeFile(join(home, 'behind'), 'top secret');
  await symlink('behind', join(home, 'link'));
  await mkdir(join(home, 'config', 'mcp-logins'), { recursive: true });
  await writeFile(join(home, 'config', 'mcp-logins', 'one.json'), 'top secret');
  const ran = await run(
    agent,
    [
      'cat ~/open.txt; cat ~/secret.txt ~/keys/id ~/link ~/behind ~/config/mcp-logins/*',
      `cat /proc/self/root${home}/secret.txt; ln ~/secret.txt copy; cat copy; ls -A ~/keys`,
      'env; cat /proc/*/environ | tr "\\0" "\\n"',
      'ls -A /run; ls /proc | grep -c "^[0-9]"',
    ],
    {
      env: {
        ...agent.options.env,
        HOME: home,
        CLAUDE_CONFIG_DIR: join(home, 'config'),
        GH_TOKEN: 'top secret',
        HTTPS_PROXY: 'http://me:top secret@proxy',
      },
    },
  );
  for (const { content } of ran) expect(content).not.toMatch(/top secret|test-key/);
  expect(ran[0]!.content).toContain('an open word');
  // Nothing in /run, and few processes: its own.
  expect(Number(ran[3]!.content)).toBeLessThan(10);
  await rm(home, { recursive: true });
});

confined('sandbox:network', async ({ open }) => {
  const server = createServer((request, response) => response.end(`served ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Bash speaks TCP itself: the cases depend on no other program.
  const speak = (lines: string) => `exec 5<>/dev/tcp/127.0.0.1/3128; printf '${lines}' >&5; timeout 5 cat <&5`;
  const http = (host: string) => speak(`GET http://${host}:${port}/x HTTP/1.1\\r\\nHost: ${host}\\r\\nConnection: close\\r\\n\\r\\n`);
  const tunnel = (host: string) => speak(`CONNECT ${host}:${port} HTTP/1.1\\r\\n\\r\\nGET /y HTTP/1.0\\r\\n\\r\\n`);
  const octal = (value: number) => `\\${value.toString(8).padStart(3, '0')}`;
  const socks = (host: string) =>
    speak(
      `\\005\\001\\000\\005\\001\\000\\003${octal(host.replaceAll('\\000', '0').length)}${host}${octal(port >> 8)}${octal(port & 255)}GET /z HTTP/1.0\\r\\n\\r\\n`,
    );
  const direct = `timeout 5 bash -c 'exec 5<>/dev/tcp/127.0.0.1/${port}'`;
  const agent = await open(options({ network: { allowedDomains: ['127.0.0.1', '*.example.com'], deniedDomains: ['no.example.com'] } }));
  const ran = await run(agent, [
    http('127.0.0.1'),
    tunnel('127.0.0.1'),
    socks('127.0.0.1'),
    http('localhost'),
    tunnel('example.com.evil.net'),
    tunnel('no.example.com'),
    `${socks('evil.net\\000.example.com')} | od -An -tu1`,
    direct,
    'echo $HTTPS_PROXY $ALL_PROXY; sleep 0 & wait; echo "[$(jobs -r)]"',
    tunnel('[::1]'),
  ]);
  const contents = ran.map(({ content }) => content);
  expect(contents[0]).toContain('served /x');
  expect(contents[1]).toContain('served /y');
  expect(contents[2]).toContain('served /z');
  for (const refused of [3, 4, 5, 9]) expect(contents[refused]).toMatch(/403 Forbidden[\s\S]*not among the allowed domains/);
  expect(contents[6]!.trim().split(/\s+/).slice(0, 4)).toEqual(['5', '0', '5', '2']);
  expect(ran[7]!.isError).toBe(true);
  expect(contents[8]).toBe('http://127.0.0.1:3128 socks5h://127.0.0.1:3128\n[]');
  const closed = await run(await open(options()), [direct, 'exec 5<>/dev/tcp/127.0.0.1/3128', 'echo "[$HTTPS_PROXY]"']);
  expect(closed.map(({ isError }) => isError)).toEqual([true, true, false]);
  server.close();
  server.closeAllConnections();
});

confined('sandbox:network-load', async ({ open }) => {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end(Buffer.alloc(1_000_000, request.url)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const program = `
    const http = require('node:http'), net = require('node:net'), { text } = require('node:stream/consumers');
    // One that asks and never reads must not stop the others.
    const idle = net.connect(3128, '127.0.0.1').pause();
    for (let n = 0; n < 3; n += 1) idle.write('GET http://127.0.0.1:${port}/i HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n');
    const get = (n) => new Promise((resolve, reject) => {
      const request = http.request({ port: 3128, method: 'POST', path: 'http://127.0.0.1:${port}/' + (n % 10), agent: false }, (answer) => text(answer).then(resolve, reject));
      request.once('error', reject).end(Buffer.alloc(300000));
    });
    Promise.all(Array.from({ length: 30 }, (_, n) => get(n))).then((all) => {
      console.log(all.filter((body, n) => body.length === 1e6 && body.endsWith('/' + (n % 10))).length);
      process.exit();
    }, (error) => { console.log(String(error)); process.exit(1); });`;
  const agent = await open(options({ network: { allowedDomains: ['127.0.0.1'] } }));
  await writeFile(join(agent.cwd, 'load.cjs'), program);
  const [ran] = await run(agent, [`${process.execPath} load.cjs`]);
  expect(ran).toEqual({ content: '30', isError: false });
  server.close();
  server.closeAllConnections();
});

confined('sandbox:sockets', async ({ open }) => {
  const folder = await mkdtemp('/var/tmp/inboard-test-');
  const daemon = createSocketServer((client) => client.end('host daemon'));
  daemon.listen(join(folder, 'daemon.sock'));
  await once(daemon, 'listening');
  const reach = `${process.execPath} -e "require('node:net').connect('${join(folder, 'daemon.sock')}').on('error', (e) => console.log(e.code)).pipe(process.stdout)"`;
  const children = `${process.execPath} -e "require('node:child_process').spawn('echo', ['a child']).stdout.pipe(process.stdout)"`;
  const ran = async (network: Sandbox['network']) =>
    (await run(await open(options({ network })), [reach, children])).map(({ content }) => content);
  expect(await ran({})).toEqual(['EPERM', 'a child']);
  expect(await ran({ allowedDomains: ['example.com'] })).toEqual(['EPERM', 'a child']);
  expect(await ran({ allowUnixSockets: [join(folder, 'daemon.sock')] })).toEqual(['host daemon', 'a child']);
  expect(await ran({ allowAllUnixSockets: true })).toEqual(['host daemon', 'a child']);
  const [status] = await run(await open(options()), ['grep -E "^(Seccomp|NoNewPrivs|CapEff):" /proc/self/status']);
  expect(status!.content.split(/\s+/)).toEqual(['CapEff:', '0000000000000000', 'NoNewPrivs:', '1', 'Seccomp:', '2']);
  daemon.close();
  await rm(folder, { recursive: true });
});

confined('sandbox:command', async ({ open, transport }) => {
  const agent = await open(options());
  const duration = `66${transport.length}000.${process.pid}`;
  const ran = await run(agent, [
    'exit 37',
    'kill -9 $$',
    'mkdir sub; cd sub',
    'pwd',
    `setsid sleep ${duration} & echo started`,
    { command: `echo begun; trap '' TERM; setsid sleep ${duration} & sleep ${duration}`, timeout: 500 },
    'seq 1 200000 | tail -1',
  ]);
  expect(ran.map(({ content }) => content)).toEqual([
    'Exit code 37',
    'Exit code 137\n(Ended by SIGKILL, often because memory ran out)',
    '(no output)',
    join(agent.cwd, 'sub'),
    'started',
    'Timed out after 0.5 s: the command was ended, with everything it had started. Give a longer timeout, or run_in_background.\nbegun',
    '200000',
  ]);
  while (processesWith(duration).length > 0) await sleep(20);
  if (transport === 'memory') return;
  // An engine that is killed takes the confined command along.
  agent.model.says(reply(toolUse('Bash', { command: `setsid sleep ${duration} & sleep ${duration}` })));
  const asked = agent.query('go');
  const { pid } = await asked.initializationResult();
  const reading = (async () => {
    for await (const _ of asked);
  })();
  while (processesWith(duration).length < 2) await sleep(20);
  process.kill(pid!, 'SIGKILL');
  await expect(reading).rejects.toThrow(/SIGKILL/);
  while (processesWith(duration).length > 0) await sleep(20);
  while ((await readdir(agent.cwd)).join() !== 'sub') await sleep(20);
  // One that ends by itself takes nothing away later: a folder of the same name is somebody else's by then.
  const [mark] = await run(agent, ['echo "${INBOARD_MARK%%/*}"']);
  await mkdir(join(agent.cwd, '.claude'));
  while (processesWith(`mark=${mark!.content}`).length > 0) await sleep(20);
  expect(existsSync(join(agent.cwd, '.claude'))).toBe(true);
});

confined('sandbox:limits', async ({ open }) => {
  const agent = await open(options());
  const limits = { INBOARD_SANDBOX_MEMORY_MB: '300', INBOARD_SANDBOX_PROCESSES: '40' };
  const name = `bomb_${process.pid}_${nap().replace('.', '_')}`;
  const commands = [
    'tail /dev/zero',
    { command: `${name}(){ ${name}|${name}& };${name}; sleep 1; echo over; wait; sleep 60`, timeout: 1500 },
    'echo alive',
  ];
  const [memory, bomb, alive] = await run(agent, commands, { env: { ...agent.options.env, ...limits } });
  expect(memory!.isError).toBe(true);
  expect(memory!.content).toMatch(/^Exit code (137\n\(Ended by SIGKILL, often because memory ran out\)|1\n.*memory)/);
  expect(bomb!.isError).toBe(true);
  expect(bomb!.content).toMatch(/^Timed out after 1\.5 s[\s\S]*Resource temporarily unavailable/);
  expect(processesWith(name)).toEqual([]);
  expect(alive).toEqual({ content: 'alive', isError: false });
});

confined('sandbox:exceptions', async ({ open }) => {
  const agent = await open(options({ excludedCommands: ['touch', 'mkdir -p *'] }));
  const outside = (name: string) => join(agent.home, name);
  const ran = await run(agent, [
    `touch ${outside('a')}`,
    `mkdir ${outside('b')}`,
    `mkdir -p ${outside('c')}`,
    `touch ${outside('d')}; true`,
    { command: `touch ${outside('e')}; true`, dangerouslyDisableSandbox: true },
  ]);
  expect(ran.map(({ isError }) => isError)).toEqual([false, true, false, false, false]);
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => existsSync(outside(name)))).toEqual([true, false, true, false, true]);
  const [kept] = await run(agent, [{ command: `touch ${outside('f')} 2>&1`, dangerouslyDisableSandbox: true }], {
    sandbox: { enabled: true, allowUnsandboxedCommands: false },
  });
  expect(kept!.isError).toBe(true);
  expect(existsSync(outside('f'))).toBe(false);
});

verifies('sandbox:unavailable', async ({ open }) => {
  const agent = await open(options());
  // No user namespaces can be made in here: bubblewrap is there and does not work.
  const broken = join(agent.home, 'bin');
  await mkdir(broken);
  await writeFile(join(broken, 'bwrap'), '#!/bin/sh\necho "no permissions to create a new namespace" >&2\nexit 1\n', { mode: 0o755 });
  const env = { ...agent.options.env, PATH: `${broken}:${process.env.PATH}` };
  const messages = await agent.ask('go', { env });
  expect(resultsOf(messages)).toMatchObject([
    {
      subtype: 'error_during_execution',
      is_error: true,
      errors: [
        expect.stringContaining(
          `Commands cannot be confined: ${join(broken, 'bwrap')} does not work here: no permissions to create a new namespace.`,
        ),
      ],
    },
  ]);
  agent.model.says(reply(toolUse('Bash', { command: 'echo unconfined' })), reply(text('done')), reply(text('again')));
  const warned = await agent.ask('go', { env, sandbox: { enabled: true, failIfUnavailable: false } });
  expect(toolResultsOf(warned)[0]!.content).toBe('unconfined');
  expect(warned.filter((message) => message.subtype === 'informational')).toMatchObject([
    { content: expect.stringMatching(/^Commands run without a sandbox\. Commands cannot be confined/) },
  ]);
});
