import { expect, it } from 'vitest';
import { needReachable, needSecure } from './address.js';

const hosts: Record<string, string> = {
  'public.example': '93.184.215.14',
  'other.example': '2606:2800:21f::1',
  'intranet.example': '10.1.2.3',
};
const resolve = async (host: string) => {
  if (!(host in hosts)) throw new Error(`no such host ${host}`);
  return [{ address: hosts[host]!, family: 4 }];
};
const lead = (from: string, to: string) =>
  needReachable(new URL(to), new URL(from), resolve).then(
    () => 'ok',
    () => 'refused',
  );

it('sends secrets over https, and to this machine', () => {
  for (const fine of ['https://public.example', 'http://localhost:1', 'http://127.8.9.1', 'http://[::1]:2', 'http://a.localhost'])
    expect(() => needSecure(new URL(fine))).not.toThrow();
  const bad = [
    'http://public.example',
    'http://10.0.0.1',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ];
  for (const each of bad) expect(() => needSecure(new URL(each))).toThrow('is not an https address');
});

it('is led by a public server to public addresses alone', async () => {
  expect(await lead('https://public.example/mcp', 'https://other.example/token')).toBe('ok');
  for (const to of [
    'https://intranet.example',
    'http://127.0.0.1:8080',
    'https://169.254.169.254',
    'https://[::ffff:10.0.0.1]',
    'https://localhost',
  ])
    expect([to, await lead('https://public.example/mcp', to)]).toEqual([to, 'refused']);
});

it('is led by a server of the own network anywhere that is secure', async () => {
  for (const from of ['http://127.0.0.1:1/mcp', 'https://intranet.example/mcp'])
    for (const to of ['https://public.example', 'https://intranet.example/token', 'http://localhost:9'])
      expect(await lead(from, to)).toBe('ok');
  expect(await lead('https://intranet.example/mcp', 'http://public.example')).toBe('refused');
});
