import { describe, expect, test } from 'vitest';
import { mayReach } from './address.ts';
import { GAPS_SECONDS, pauseAfter, retryAfterOf } from './rules.ts';

describe('pauses between tries', () => {
  test('grow, and span three days', () => {
    const pauses = GAPS_SECONDS.map((_, index) => pauseAfter(index + 1, null, 0)!);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(total).toBeGreaterThanOrEqual(72 * 3600);
    expect(total * 1.1).toBeLessThan(4 * 86_400);
    expect(pauseAfter(GAPS_SECONDS.length + 1, null, 0)).toBeNull();
  });

  test('are spread by a tenth at most', () => {
    expect(pauseAfter(2, null, 0)).toBe(300);
    expect(pauseAfter(2, null, 1)).toBeCloseTo(330);
  });

  test('respect Retry-After, up to a day', () => {
    expect(pauseAfter(1, 120, 0)).toBe(120);
    expect(pauseAfter(3, 120, 0)).toBe(1800);
    expect(pauseAfter(1, 999_999, 0)).toBe(86_400);
  });

  test('read Retry-After as seconds or as a date', () => {
    const now = new Date('2026-06-15T09:00:00Z');
    expect(retryAfterOf('120', now)).toBe(120);
    expect(retryAfterOf('Mon, 15 Jun 2026 09:05:00 GMT', now)).toBe(300);
    expect(retryAfterOf('Mon, 15 Jun 2026 08:00:00 GMT', now)).toBe(0);
    for (const odd of [undefined, '', 'soon', '-5', '9'.repeat(40)]) {
      expect(retryAfterOf(odd, now) ?? 0).toBeLessThanOrEqual(0);
    }
  });
});

describe('addresses that may be reached', () => {
  const PRIVATE = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'fd00::1',
    'fc00::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '64:ff9b::a83f:8110',
    '64:ff9b:1::a83f:8110',
    'fec0::1',
    '::a00:1',
  ];
  test.each(PRIVATE)('%s is never reachable', (address) => {
    expect(mayReach(address, false)).toBe(false);
    expect(mayReach(address, true)).toBe(false);
  });

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    '%s is reachable only where allowed',
    (address) => {
      expect(mayReach(address, false)).toBe(false);
      expect(mayReach(address, true)).toBe(true);
    },
  );

  test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is reachable', (address) => {
    expect(mayReach(address, false)).toBe(true);
  });

  test.each(['', 'localhost', 'shop.example', '127.1.'])('%j is not an address', (address) => {
    expect(mayReach(address, true)).toBe(false);
  });
});
