import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reply, silence, text, thinking, toolUse } from '@inboard/testing';
import { describe, expect, it } from 'vitest';
import { terminalKind } from '../support/terminal.js';
import { chatPlace, held, keys } from './chat-place.js';

/** Terminals and processes take their time on a machine that does other things. */
const patient = 120_000;

if (terminalKind === undefined)
  console.warn('There is neither tmux nor script: the chat is tested line by line only (plain-chat.test.ts).');

describe.runIf(terminalKind !== undefined)('a chat', { timeout: patient }, () => {
  it('streams an answer as Markdown, and shows what it cost', async () => {
    const here = await chatPlace();
    here.model.says(
      reply(text('# Title\n\nSome **bold** ', 'words and `code`.\n\n', '- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'), {
        delayMs: 5,
      }),
    );
    const chat = await here.start();
    chat.says('hello there');
    await chat.sees(/context \d+ % · \$0\.\d+/);
    const shown = chat.screen();
    expect(shown).toContain('> hello there\n\nTitle\n\nSome bold words and code.\n\n• one\n• two\n\na │ b\n──┼──\n1 │ 2\n');
    expect(shown).toMatch(/asks before changes · claude-[a-z0-9-]+ · context/);
  });

  it('shows a call on one line, and all of its output when asked', async () => {
    const here = await chatPlace();
    writeFileSync(join(here.cwd, 'long.txt'), Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n'));
    here.model.says(reply(thinking('hm'), text('Let me look.'), toolUse('Read', { file_path: 'long.txt' })), reply(text('Seen.')));
    const chat = await here.start();
    chat.says('read it');
    await chat.sees('Seen.');
    expect(chat.screen()).toMatch(/✓ Read long\.txt .*12 lines/);
    expect(chat.screen()).not.toContain('line 7');
    chat.send(keys.ctrlO);
    await chat.sees('line 12');
  });

  it('asks before an edit with its diff and the reason; once means once', async () => {
    const here = await chatPlace();
    writeFileSync(join(here.cwd, 'a.txt'), 'one\ntwo\nthree\n');
    const edit = (from: string, to: string) => reply(toolUse('Edit', { file_path: 'a.txt', old_string: from, new_string: to }));
    here.model.says(reply(toolUse('Read', { file_path: 'a.txt' })), edit('two', 'zwei'), edit('three', 'drei'), reply(text('Done.')));
    const chat = await here.start();
    chat.says('translate');
    await chat.sees('Allow it?');
    expect(chat.screen()).toMatch(
      /Edit wants to change a\.txt\n│ 1 {3}one\n│ 2 - two\n│ 2 \+ zwei\n│ 3 {3}three\n│ Why you are asked: .*step/,
    );
    chat.send('1');
    await chat.sees('+ drei');
    expect(readFileSync(join(here.cwd, 'a.txt'), 'utf8')).toBe('one\nzwei\nthree\n');
    chat.send('y');
    await chat.sees('Done.');
    expect(chat.screen()).toMatch(/✓ Edit a\.txt .*\+1 −1/);
  });

  it('allows for the session, and does not ask again', async () => {
    const here = await chatPlace();
    const write = (name: string) => reply(toolUse('Write', { file_path: name, content: `${name}\n` }));
    here.model.says(write('a.txt'), write('b.txt'), reply(text('Both are there.')));
    const chat = await here.start();
    chat.says('write');
    await chat.sees('Write wants to create a.txt');
    chat.send('s');
    await chat.sees('Both are there.');
    expect(chat.screen()).toContain('accepts edits');
    expect(readFileSync(join(here.cwd, 'b.txt'), 'utf8')).toBe('b.txt\n');
  });

  it('keeps an answer for the project in its local settings', async () => {
    const here = await chatPlace();
    here.model.says(reply(toolUse('Bash', { command: 'npm run nothing --if-present' })), reply(text('It ran.')));
    const chat = await here.start();
    chat.says('run it');
    await chat.sees('$ npm run nothing --if-present');
    chat.send('p');
    await chat.sees('It ran.');
    expect(JSON.parse(readFileSync(join(here.cwd, '.claude/settings.local.json'), 'utf8'))).toEqual({
      permissions: { allow: ['Bash(npm run *)'] },
    });
  });

  it('takes a no with a reason to the model', async () => {
    const here = await chatPlace();
    here.model.says(reply(toolUse('Bash', { command: 'touch here.txt' })), reply(text('As you wish.')));
    const chat = await here.start();
    chat.says('go');
    await chat.sees('Allow it?');
    chat.send('n');
    chat.send('use the Write tool');
    await chat.sees('instead: use the Write tool');
    chat.send(keys.enter);
    await chat.sees('As you wish.');
    expect(JSON.stringify(here.model.requests[1]!.body.messages)).toContain('The person said no: use the Write tool');
    expect(existsSync(join(here.cwd, 'here.txt'))).toBe(false);
  });

  it('stops a turn on escape and goes on with the session', async () => {
    const here = await chatPlace();
    here.model.says(silence, reply(text('Still here.')));
    const chat = await here.start();
    chat.says('never ends');
    await chat.sees('esc stops');
    chat.send(keys.escape);
    await chat.sees('■ interrupted');
    chat.says('and now?');
    await chat.sees('Still here.');
  });

  it('queues what is typed while a turn runs, and hands it over at the next call', async () => {
    const here = await chatPlace();
    writeFileSync(join(here.cwd, 'a.txt'), 'one\n');
    const first = held(reply(toolUse('Read', { file_path: 'a.txt' })));
    here.model.says(first.answer, reply(text('Heard you.')));
    const chat = await here.start();
    chat.says('first');
    await chat.sees('esc stops');
    chat.says('second thought');
    chat.says('/cost');
    await chat.sees('queued: /cost');
    expect(chat.screen()).toContain('queued: second thought');
    first.go();
    await chat.sees('Heard you.');
    await chat.sees('for 2 requests');
    expect(JSON.stringify(here.model.requests[1]!.body.messages)).toContain('second thought');
    expect(JSON.stringify(here.model.requests[1]!.body.messages)).not.toContain('/cost');
    expect(chat.everything()).toContain('> second thought');
  });

  it('remembers what was typed, across runs, for its owner alone', async () => {
    const here = await chatPlace();
    here.model.always(reply(text('ok')));
    const first = await here.start();
    first.says('the first question');
    await first.sees(/^ok$/m);
    first.send(keys.ctrlD);
    expect(await first.ends()).toBe(0);
    const file = join(here.home, '.claude/inboard-history.jsonl');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['"the first question"\n', 0o600]);
    const second = await here.start();
    second.send('half');
    await second.sees('> half');
    second.send(keys.up);
    await second.sees('> the first question');
    second.send(keys.down);
    await second.sees('> half');
  });

  it('completes commands', async () => {
    const here = await chatPlace();
    mkdirSync(join(here.home, '.claude/commands'), { recursive: true });
    writeFileSync(join(here.home, '.claude/commands/greet.md'), '---\ndescription: Says hello\n---\nSay hello.');
    here.model.says(reply(text('Hello.')));
    const chat = await here.start();
    chat.send('/');
    await chat.sees('Summarise the conversation');
    chat.send('gre');
    await chat.sees(/❯ \/greet +Says hello/);
    chat.send('\t');
    await chat.sees('> /greet');
    chat.send(keys.enter);
    await chat.sees('Hello.');
    chat.send('/co');
    await chat.sees('❯ /cost');
    chat.send(keys.enter);
    await chat.sees('for 1 requests');
  });

  it('completes files', async () => {
    const here = await chatPlace();
    mkdirSync(join(here.cwd, 'src'));
    for (const name of ['src/alpha.ts', 'src/beta.ts', 'notes.md']) writeFileSync(join(here.cwd, name), 'x');
    const chat = await here.start();
    chat.send('look at @bet');
    await chat.sees('❯ src/beta.ts');
    chat.send('\t');
    await chat.sees('> look at @src/beta.ts');
    chat.send('and @');
    await chat.sees('notes.md');
    chat.send(keys.escape);
    await chat.losesSight('notes.md');
  });

  it('offers earlier sessions, shows what was said and goes on', async () => {
    const here = await chatPlace();
    here.model.says(reply(text('The answer is 42.')), reply(text('Other answer.')), reply(text('You said something.')));
    for (const words of ['question of life', 'another topic']) {
      const chat = await here.start();
      chat.says(words);
      await chat.sees(/answer/i);
      chat.send(keys.ctrlD);
      expect(await chat.ends()).toBe(0);
      expect(chat.screen()).toMatch(/inboard --resume [0-9a-f-]{36}/);
    }
    const chat = await here.start(['--resume'], { ready: /Go on with which session/ });
    expect(chat.screen()).toMatch(/❯ \d min ago .*another topic[\s\S]*\d min ago .*question of life/);
    chat.send('life');
    await chat.losesSight('another topic');
    chat.send(keys.enter);
    await chat.sees('the session goes on here');
    expect(chat.screen()).toContain('> question of life\n\nThe answer is 42.');
    chat.says('what did I say?');
    await chat.sees('You said something.');
    expect(JSON.stringify(here.model.requests[2]!.body.messages)).toContain('question of life');
    chat.says('/resume');
    await chat.sees('Go on with which session');
    chat.send(keys.escape);
    await chat.sees(/the session goes on here\n\n─/);
    chat.send(keys.ctrlD);
    expect(await chat.ends()).toBe(0);
    const left = await here.start(['--resume'], { ready: /Go on with which session/ });
    left.send(keys.escape);
    expect(await left.ends()).toBe(0);
    const latest = await here.start(['--continue'], { ready: /the session goes on here/ });
    expect(latest.screen()).toContain('You said something.');
  });

  it('goes from one permission mode to the next', async () => {
    const here = await chatPlace();
    here.model.says(reply(toolUse('Write', { file_path: 'a.txt', content: 'x' })), reply(text('Written.')));
    const chat = await here.start();
    chat.send(keys.shiftTab);
    await chat.sees('accepts edits');
    chat.says('write');
    await chat.sees('Written.');
    expect(existsSync(join(here.cwd, 'a.txt'))).toBe(true);
    chat.send(keys.shiftTab);
    await chat.sees('plans only');
    chat.send(keys.shiftTab);
    await chat.sees('asks before changes');
  });

  it('clears on the first ctrl+c and leaves on the second, and on ctrl+d', async () => {
    const here = await chatPlace();
    const chat = await here.start();
    chat.send('some words');
    await chat.sees('> some words');
    chat.send(keys.ctrlC);
    await chat.sees('ctrl+c again leaves');
    expect(chat.screen()).not.toContain('some words');
    chat.send(keys.ctrlC);
    expect(await chat.ends()).toBe(0);
  });

  it('takes a paste of several lines as one prompt', async () => {
    const here = await chatPlace();
    here.model.says(reply(text('Got it.')));
    const chat = await here.start();
    chat.send('\u001b[200~one\r\ntwo\tthree\u001b[201~');
    await chat.sees(/> one\n {2}two {4}three/);
    expect(here.model.requests).toHaveLength(0);
    chat.send('\\\r');
    chat.says('four');
    await chat.sees('Got it.');
    const [message] = here.model.requests[0]!.body.messages as { content: { text: string }[] }[];
    expect(message!.content.map((block) => block.text)).toContain('one\ntwo\tthree\nfour');
  });

  it('fits a window that changes its size', async () => {
    const here = await chatPlace();
    here.model.says(reply(text('A sentence that is long enough to be wrapped when the window becomes narrow, as windows do.')));
    const chat = await here.start();
    chat.send('half a prompt');
    await chat.sees('> half a prompt');
    chat.resize(50, 20);
    await chat.sees(/^─{50}$/m);
    expect(chat.screen().match(/half a prompt/g)).toHaveLength(1);
    chat.send(keys.enter);
    await chat.sees('as windows do.');
    chat.resize(90, 24);
    await chat.sees(/^─{90}$/m);
    expect(chat.screen().match(/^> $/gm) ?? chat.screen().match(/^>$/gm)).toHaveLength(1);
  });

  it('shows what a program wants to do to the terminal, and does none of it', async () => {
    const here = await chatPlace();
    const hostile = '\u001b]0;owned\u0007\u001b[2Jgone\u001b[31mred\u009b6n\u0008\u001b]52;c;aGk=\u0007';
    writeFileSync(join(here.cwd, 'evil.txt'), `${hostile}\n`);
    here.model.says(
      reply(text(`look: ${hostile}`), toolUse('Read', { file_path: 'evil.txt' })),
      reply(toolUse('Bash', { command: `touch x # ${hostile}` })),
      reply(text('over')),
    );
    const chat = await here.start();
    chat.says('mind \u0016this');
    await chat.sees('Allow it?');
    chat.send('y');
    await chat.sees(/^over$/m);
    chat.send(keys.ctrlO);
    await chat.sees('──');
    const bytes = chat.bytes();
    for (const sequence of ['\u001b]', '\u0007', '\u001b[2J', '\u009b', '\u001b[6n']) expect(bytes).not.toContain(sequence);
    expect(chat.everything()).toContain('\\u001b[2Jgone');
  });

  it('asks what the model wants to know, as a list', async () => {
    const here = await chatPlace();
    const questions = [
      {
        question: 'Which colour?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'warm' },
          { label: 'Blue', description: 'cold' },
        ],
      },
      {
        question: 'Which sizes?',
        header: 'Size',
        multiSelect: true,
        options: [
          { label: 'S', description: 'small' },
          { label: 'L', description: 'large' },
        ],
      },
    ];
    here.model.says(reply(toolUse('AskUserQuestion', { questions })), reply(text('Thanks.')));
    const chat = await here.start();
    chat.says('ask me');
    await chat.sees('Which colour?');
    chat.send(keys.down);
    await chat.sees(/❯ 2\. Blue {2}cold/);
    chat.send(keys.enter);
    await chat.sees(/1\. ☐ S/);
    chat.send(' ');
    chat.send(keys.down);
    chat.send(' ');
    await chat.sees(/2\. ☑ L/);
    chat.send(keys.enter);
    await chat.sees('Thanks.');
    expect(JSON.stringify(here.model.requests[1]!.body.messages)).toMatch(/Which colour\?.*Blue.*Which sizes\?.*S, L/);
  });

  it('shows a plan and asks whether to carry it out', async () => {
    const here = await chatPlace();
    here.model.says(reply(toolUse('ExitPlanMode', { plan: '## Steps\n\n1. first\n2. second' })), reply(text('Off I go.')));
    const chat = await here.start(['--permission-mode', 'plan']);
    chat.says('plan it');
    await chat.sees('Carry out this plan?');
    expect(chat.screen()).toContain('Steps\n\n1. first\n2. second');
    chat.send('a');
    await chat.sees('Off I go.');
    await chat.sees('accepts edits');
  });

  it('shows the list of things to do when it changes', async () => {
    const here = await chatPlace();
    const todo = (content: string, status: string) => ({ content, status, activeForm: `${content} now` });
    here.model.says(
      reply(toolUse('TodoWrite', { todos: [todo('look', 'completed'), todo('think', 'in_progress'), todo('act', 'pending')] })),
      reply(text('Listed.')),
    );
    const chat = await here.start();
    chat.says('make a list');
    await chat.sees('Listed.');
    expect(chat.screen()).toContain('☑ look\n  ▸ think now\n  ☐ act');
  });

  it('asks what an MCP server wants to know', async () => {
    const here = await chatPlace();
    const server = { command: process.execPath, args: [fileURLToPath(new URL('../support/feature-server.mjs', import.meta.url))] };
    here.model.says(reply(toolUse('mcp__feature__ask', {})), reply(text('Thanks.')));
    const chat = await here.start(['--mcp-config', JSON.stringify({ mcpServers: { feature: server } }), '--allowedTools', 'mcp__feature']);
    chat.says('ask me');
    await chat.sees('feature asks: Which color?');
    chat.send('green');
    await chat.sees('Answer: green');
    chat.send(keys.enter);
    await chat.sees('Thanks.');
    expect(JSON.stringify(here.model.requests[1]!.body.messages)).toContain('green');
  });

  it('tells what a subagent does, and when a background task has ended', async () => {
    const here = await chatPlace();
    const wait = (name: string) => {
      writeFileSync(join(here.cwd, name), '');
      return `while [ -e ${name} ]; do sleep 0.05; done`;
    };
    here.model.says(
      reply(toolUse('Task', { description: 'Look around', prompt: 'look', subagent_type: 'general-purpose' })),
      reply(toolUse('Bash', { command: wait('a') })),
      reply(text('a report')),
      reply(toolUse('Bash', { command: wait('b'), run_in_background: true })),
      reply(text('It runs.')),
    );
    const chat = await here.start(['--dangerously-skip-permissions']);
    chat.says('look, then wait');
    await chat.sees('Task Look around · Bash while');
    rmSync(join(here.cwd, 'a'));
    await chat.sees('It runs.');
    await chat.sees('1 task');
    expect(chat.screen()).toMatch(/✓ Task Look around/);
    rmSync(join(here.cwd, 'b'));
    await chat.sees('✓ background:');
  });

  it('measures wide characters', async () => {
    const here = await chatPlace();
    const chat = await here.start();
    chat.send('漢字🦀');
    await chat.sees('> 漢字🦀');
    chat.send('\u001b[D\u001b[D字');
    await chat.sees('> 漢字字🦀');
  });

  it('uses no colours where none are wanted', async () => {
    const here = await chatPlace();
    here.model.says(reply(text('**bold**')));
    const chat = await here.start([], { env: { NO_COLOR: '1' } });
    chat.says('hi');
    await chat.sees('**bold**');
    expect(chat.bytes()).not.toMatch(/\u001b\[[0-9;]*m/);
  });

  it('talks line by line on a terminal that can do no more', async () => {
    const here = await chatPlace();
    here.model.says(reply(text('plain answer'), toolUse('Bash', { command: 'touch made.txt' })), reply(text('made')));
    const chat = await here.start([], { env: { TERM: 'dumb' } });
    chat.says('hello');
    await chat.sees('Bash wants to run');
    chat.says('y');
    await chat.sees(/^made$/m);
    chat.says('/exit');
    expect(await chat.ends()).toBe(0);
    expect(existsSync(join(here.cwd, 'made.txt'))).toBe(true);
    expect(chat.bytes()).not.toContain('\u001b');
  });

  it('answers offline without a key', async () => {
    const here = await chatPlace();
    writeFileSync(join(here.cwd, 'package.json'), '{"name": "thing"}');
    const chat = await here.start([], { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' } });
    chat.says('read package.json and tell me the name');
    await chat.sees('The name is "thing".');
    expect(chat.screen()).toContain('offline');
  });

  it('ends with the reason when its session cannot be opened', async () => {
    const here = await chatPlace();
    const chat = await here.start(['--resume', '00000000-0000-4000-8000-000000000000'], { ready: /Inboard/ });
    expect(await chat.ends()).toBe(1);
    expect(chat.everything()).toContain('00000000-0000-4000-8000-000000000000');
  });
});

describe.runIf(terminalKind !== undefined)('an answer on a terminal', { timeout: patient }, () => {
  it('says on standard error what runs, and at the end what it cost', async () => {
    const here = await chatPlace();
    writeFileSync(join(here.cwd, 'go'), '');
    const last = held(reply(text('the answer')));
    here.model.says(reply(toolUse('Bash', { command: 'while [ -e go ]; do sleep 0.05; done' })), last.answer);
    const run = await here.start(['-p', '--dangerously-skip-permissions', 'wait a little'], { ready: /Bash while .* · \d/ });
    rmSync(join(here.cwd, 'go'));
    await run.sees(/Working · \d.* s · \d+ tokens/);
    last.go();
    await run.sees(/^the answer\n\d.* s · \d+ tokens · \$0\.\d{4}$/m);
    expect(await run.ends()).toBe(0);
    expect(run.everything()).not.toContain('Working');
  });

  it('says so between the parts of a live view too, and asks in peace', async () => {
    const here = await chatPlace();
    const last = held(reply(text('Made it.')));
    here.model.says(reply(text('Let me see.'), toolUse('Bash', { command: 'touch made.txt' })), last.answer);
    const run = await here.start(['do it'], { ready: /a always/ });
    expect(run.screen()).not.toContain('Working');
    run.says('y');
    await run.sees('Working ·');
    last.go();
    await run.sees('Made it.');
    expect(await run.ends()).toBe(0);
    expect(run.everything()).not.toContain('Working');
  });
});
