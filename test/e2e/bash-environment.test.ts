import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { options, ranIn, run, withEnv } from '../support/bash-agent.js';
import { command, flagSettings, hookSettings } from '../support/hook-agent.js';

verifies('bash:environment', async ({ open }) => {
  const agent = await open(options);
  await writeFile(join(agent.cwd, 'env.sh'), 'echo poisoned');
  const hostile = {
    BASH_ENV: join(agent.cwd, 'env.sh'),
    'BASH_FUNC_echo%%': '() { printf hijacked; }',
    GH_TOKEN: 'secret-1',
    MY_SECRET: 'secret-2',
    NPM_TOKEN: 'kept',
    INBOARD_KEEP_ENV: 'NPM_TOKEN',
  };
  agent.model.says(
    reply(toolUse('Bash', { command: 'env' })),
    reply(
      toolUse('Bash', {
        command: 'cat; read -r line; echo "[$line]"; (exec </dev/tty) 2>&1; echo $CLAUDECODE $CLAUDE_CODE_SESSION_ID $GIT_TERMINAL_PROMPT',
      }),
    ),
    reply(text('done')),
  );
  const messages = await agent.ask('go', withEnv(agent, hostile));
  const [env, input] = ranIn(messages);
  expect(env!.content).not.toMatch(/test-key|secret-|ANTHROPIC|BASH_ENV|BASH_FUNC|poisoned|hijacked/);
  expect(env!.content).toContain('NPM_TOKEN=kept');
  expect(input!.content).toContain('[]');
  expect(input!.content).toContain('/dev/tty: No such device or address');
  expect(input!.content).toContain(`1 ${messages[0]!.session_id as string} 0`);
});

verifies('bash:shell-missing', async ({ open }) => {
  const agent = await open(options);
  const stub = join(agent.home, 'bash');
  await writeFile(stub, '#!/bin/sh\n');
  await chmod(stub, 0o644);
  for (const shell of [stub, join(agent.home, 'no', 'bash')]) {
    const [ran] = await run(agent, [{ command: 'true' }], withEnv(agent, { CLAUDE_CODE_SHELL: shell }));
    expect(ran!.isError).toBe(true);
    expect(ran!.content).toContain(`CLAUDE_CODE_SHELL names ${shell}, which cannot be run`);
  }
  const [other] = await run(
    agent,
    [{ command: 'echo "${BASH##*/}"' }],
    withEnv(agent, { CLAUDE_CODE_SHELL: '/bin/sh', PATH: `.:${process.env.PATH}` }),
  );
  expect(other!.content).toBe('bash');
});

verifies('bash:env-file', async ({ open }) => {
  const agent = await open(options);
  const file = join(agent.home, 'env.sh');
  await writeFile(file, "echo noise; export FROM_USER='a b' SHARED=user\ngreet() { printf 'hello %s' \"$1\"; }\n");
  const left = 'echo "export FROM_HOOK=1 SHARED=hook" >> "$CLAUDE_ENV_FILE"; echo "export SECOND=$FROM_HOOK" >> "$CLAUDE_ENV_FILE"';
  const settings = flagSettings(hookSettings('SessionStart', command(left)));
  const commands = ['echo "$FROM_USER/$FROM_HOOK/$SHARED/$SECOND"; greet you; export FROM_USER=changed', 'echo "$FROM_USER"; false'];
  const ran = await run(
    agent,
    commands.map((line) => ({ command: line })),
    { ...withEnv(agent, { CLAUDE_ENV_FILE: file }), ...settings },
  );
  expect(ran.map(({ content }) => content)).toEqual(['a b/1/hook/\nhello you', 'Exit code 1\na b']);
  // Only what hooks of this very engine have left is run: a folder of a session may come from anywhere.
  const session = (await readdir(join(agent.home, '.claude', 'sessions'))).find((name) => !name.startsWith('.'));
  expect(await readFile(join(agent.home, '.claude', 'sessions', session!, 'hook-env.sh'), 'utf8')).toContain('FROM_HOOK=1');
  const [resumed] = await run(agent, [{ command: 'echo "[$FROM_HOOK$FROM_USER]"' }], { resume: session! });
  expect(resumed!.content).toBe('[]');
});

verifies('bash:env-file-problem', async ({ open }) => {
  const agent = await open(options);
  await writeFile(join(agent.cwd, 'relative.sh'), 'export A=1');
  await writeFile(join(agent.home, 'large.sh'), '#'.repeat(70_000));
  await writeFile(join(agent.home, 'binary.sh'), Buffer.from([0x41, 0x3d, 0xff, 0x00]));
  const problems: [string, string][] = [
    [join(agent.home, 'none.sh'), 'no such file'],
    ['relative.sh', 'it is no absolute path'],
    [join(agent.home, 'large.sh'), 'it has more than 65536 bytes'],
    [join(agent.home, 'binary.sh'), 'it is no text'],
  ];
  for (const [file, problem] of problems) {
    const [ran] = await run(agent, [{ command: 'echo ran' }], withEnv(agent, { CLAUDE_ENV_FILE: file }));
    expect(ran!.isError).toBe(true);
    expect(ran!.content).toMatch(`The command was not run: CLAUDE_ENV_FILE names ${file}, which cannot be read: `);
    expect(ran!.content).toContain(problem);
  }
});

verifies('bash:shell-prefix', async ({ open }) => {
  const agent = await open(options);
  const wrapper = join(agent.home, 'a wrapper.sh');
  const log = join(agent.home, 'log');
  await writeFile(wrapper, `#!/bin/bash\nprintf '%s\\n' "$#" >> ${log}\nexec 3>&3\nexport WRAPPED=1\neval "$1"\n`, { mode: 0o755 });
  const closing = join(agent.home, 'closing');
  await writeFile(closing, '#!/bin/bash\nexec 3>&-\nshift\nbash -c "$1"\n', { mode: 0o755 });
  await mkdir(join(agent.cwd, 'sub'));
  const commands = [`echo "it's $WRAPPED"; cd sub`, 'pwd; exit 3'].map((line) => ({ command: line }));
  const ran = await run(agent, commands, withEnv(agent, { CLAUDE_CODE_SHELL_PREFIX: wrapper }));
  expect(ran.map(({ content }) => content)).toEqual(["it's 1", `Exit code 3\n${join(agent.cwd, 'sub')}`]);
  expect(await readFile(log, 'utf8')).toBe('1\n1\n');
  const [short] = await run(
    agent,
    [{ command: 'echo fine; echo two >&2' }],
    withEnv(agent, { CLAUDE_CODE_SHELL_PREFIX: `${closing} --quiet` }),
  );
  expect(short!.content).toBe('fine\ntwo');
  for (const prefix of ['./wrapper', 'sub/wrapper', join(agent.home, 'none'), log]) {
    const [missing] = await run(agent, [{ command: 'echo ran' }], withEnv(agent, { CLAUDE_CODE_SHELL_PREFIX: prefix }));
    expect(missing).toMatchObject({
      isError: true,
      content: `The command was not run: CLAUDE_CODE_SHELL_PREFIX names ${prefix}, which is no program that can be run. Give its absolute path, or remove the variable.`,
    });
  }
});
