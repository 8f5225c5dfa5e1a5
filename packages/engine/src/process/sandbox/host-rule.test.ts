import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAllowedHost, isLocalAddress, isNamed, plainHost } from './host-rule.js';

const rules = {
  allowed: ['example.com', '*.files.example.org', '10.0.0.7'],
  denied: ['evil.files.example.org', '*.bad.files.example.org'],
};

test.each(['example.com', 'EXAMPLE.com', 'example.com.', 'x.files.example.org', 'a.b.files.example.org', '10.0.0.7'])(
  '%s is allowed',
  (host) => {
    expect(isAllowedHost(host, rules)).toBe(true);
  },
);

test.each([
  'example.com.evil.net',
  'notexample.com',
  'sub.example.com',
  'files.example.org',
  'evil.files.example.org',
  'x.bad.files.example.org',
  'attacker.net\0.files.example.org',
  'attacker.net/.files.example.org',
  'attacker.net#.files.example.org',
  'user@x.files.example.org',
  'x..files.example.org',
  '.files.example.org',
  '-x.files.example.org',
  'x\r\n.files.example.org',
  'ｘ.files.example.org',
  '10.0.0.8',
  '0x0a000007',
  '167772167',
  '10.0.7',
  '[::1]',
  '',
])('%j is refused', (host) => {
  expect(isAllowedHost(host, rules)).toBe(false);
});

test('only letters, digits, hyphens, underscores and dots ever pass a wildcard', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (start) => {
      if (isAllowedHost(`${start}.files.example.org`, rules)) expect(start).toMatch(/^[A-Za-z0-9_.-]+$/);
    }),
  );
});

test('a rule for everything still knows what was named', () => {
  const all = { allowed: ['*', 'localhost'], denied: [] };
  expect([isAllowedHost('x.org', all), isNamed('x.org', all), isNamed('LOCALHOST', all)]).toEqual([true, false, true]);
});

test.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '169.254.169.254', '::1', '::', 'fe80::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  '%s is local',
  (address) => {
    expect(isLocalAddress(address)).toBe(true);
  },
);

test.each(['93.184.216.34', '10.1.2.3', '2606:2800:220:1::1', '172.16.0.1'])('%s is not local', (address) => {
  expect(isLocalAddress(address)).toBe(false);
});

test('addresses have one form', () => {
  expect([plainHost('[2606:2800::1]'), plainHost('1.2.3.4'), plainHost('0:0:0:0:0:0:0:1'), plainHost('fe80::1%eth0')]).toEqual([
    '2606:2800::1',
    '1.2.3.4',
    '::1',
    undefined,
  ]);
});
