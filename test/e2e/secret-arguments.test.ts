import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { reply, text } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { isResult, readRest, readUntil, reached, Talk } from '../talk.js';

verifies(
  'transport:secret-arguments',
  async ({ open }) => {
    const agent = await open({
      mcpServers: { away: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer s3cret-header' } } },
      settings: { env: { TOKEN: 's3cret-variable' } },
    });
    agent.model.says(reply(text('ok')));
    const talk = new Talk('hello');
    const query = agent.query(talk);
    await readUntil(query, isResult);
    expect(await query.mcpServerStatus()).toMatchObject([{ name: 'away' }]);
    const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
    const [engine] = lines.filter((line) => line.includes('--mcp-config') && line.includes('inboard-arguments'));
    expect(engine).toBeDefined();
    expect(lines.join('\n')).not.toContain('s3cret-');
    const files = engine!.match(/\S+inboard-arguments-\S+\.json/g)!;
    expect(files).toHaveLength(2);
    talk.end();
    await readRest(query);
    await reached(() => !files.some((file) => existsSync(file)));
  },
  { on: ['subprocess'] },
);
