import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isWithin, plainAddress, rangesOf, trustedAmong } from './addresses.ts';

describe('where a request comes from', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    // Text that is not an address stays unchanged, and is in no list.
    ['unknown', 'unknown'],
    ['203.0.113.9:x', '203.0.113.9:x'],
    ['[203.0.113.9', '[203.0.113.9'],
    ['203.0.113:80', '203.0.113:80'],
  ])('%s is %s', (passedOn, plain) => expect(plainAddress(passedOn)).toBe(plain));

  test('is nothing of a client that is gone, which no list contains', () => {
    expect(plainAddress(undefined)).toBe('');
    expect(isWithin('', rangesOf(['0.0.0.0/0', '::/0']))).toBe(false);
  });

  test('a proxy is ours in whatever form it was written down, and no other is', () => {
    const trusts = trustedAmong(['10.0.0.0/8', 'fd00::1']);
    expect(['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '[fd00::1]:443'].map(trusts)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['11.1.2.3', '11.1.2.3:10', 'fd00::2', 'unknown', ''].map(trusts)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('is asked in one place: what Fastify says may have a port', () => {
    const source = fileURLToPath(new URL('../..', import.meta.url));
    const asks = readdirSync(source, { recursive: true })
      .map((file) => String(file).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) =>
        /\b(?:request|req)\.ip\b|\{[^}]*\bip\b[^}]*\} = request\b/.test(
          readFileSync(join(source, file), 'utf8'),
        ),
      );
    expect(asks).toEqual(['platform/http/addresses.ts']);
  });
});
