import { DOMAIN_LAPSES_AFTER_DAYS, DOMAIN_LOOKED_FOR_DAYS } from '@daftar/contract/domains';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answer, afterLookup, hostOf, namedHost, ownHost, type Proof, stateOf } from './rules.ts';

const OURS = 'pay.daftar.example';
const DAY = 86_400_000;

describe('a host', () => {
  test.each([
    ['Pay.Shop.example', 'pay.shop.example'],
    [' https://pay.shop.example/store?x#y ', 'pay.shop.example'],
    ['shop.example.', 'shop.example'],
    ['متجر.مصر', 'xn--pgbep1f.xn--wgbh1c'],
    ['a-b.shop.com.eg', 'a-b.shop.com.eg'],
    ['other.example', 'other.example'],
  ])('is read from %j', (typed, host) => {
    expect(hostOf(typed, OURS)).toEqual({ host });
  });

  test.each([
    ...[
      '',
      'shop',
      'localhost',
      'a.localhost',
      'shop.local',
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '::1',
    ],
    ...['-a.example', 'a_b.example', 'a..example', `${'a'.repeat(64)}.example`, `${'a.'.repeat(130)}example`],
    ...[
      'a b.example',
      'user@shop.example',
      'shop.example:8443',
      '*.shop.example',
      'shop.123',
      'a%00.example',
    ],
  ])('is not read from %j', (typed) => {
    expect(hostOf(typed, OURS)).toEqual({ problem: 'InvalidDomain' });
  });

  test('is neither ours, below or above ours, nor a registry’s', () => {
    for (const ours of [OURS, `x.${OURS}`, 'daftar.example'])
      expect(hostOf(ours, OURS)).toEqual({ problem: 'DomainIsOurs' });
    for (const all of ['com.eg', 'co.uk', 'edu.eg'])
      expect(hostOf(all, OURS)).toEqual({ problem: 'DomainIsPublic' });
  });
});

describe('the host that a request names', () => {
  test.each([
    ['Pay.Shop.Example.:443', 'pay.shop.example'],
    ['pay.shop.example:', 'pay.shop.example'],
    ['xn--pgbep1f.xn--wgbh1c', 'xn--pgbep1f.xn--wgbh1c'],
  ])('%j is %s', (named, host) => {
    expect(namedHost(named)).toBe(host);
  });

  test.each([
    '',
    'server',
    'localhost:4000',
    '10.0.0.7:80',
    '[::1]:80',
    'a.example\0',
    'متجر.مصر',
    'a b.example',
  ])('%j is nobody’s', (named) => {
    expect(namedHost(named)).toBeNull();
  });

  test.each(['https://pay.daftar.example', 'https://PAY.Daftar.example.', 'http://pay.daftar.example.:8080'])(
    'is ours at %s, however it is spelt',
    (publicUrl) => {
      const ours = ownHost({ publicUrl });
      expect([ours, namedHost('Pay.DAFTAR.example.')]).toEqual([OURS, ours]);
      expect(hostOf(OURS, ours)).toEqual({ problem: 'DomainIsOurs' });
    },
  );
});

test('whatever DNS answers, a domain is verified only by its record, and given up only after its record was gone for days', () => {
  const answers = fc.array(
    fc.tuple(fc.constantFrom<Answer>('found', 'missing', 'unknown'), fc.integer({ min: 1, max: 3 * DAY })),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(answers, (said) => {
      let now = new Date('2026-06-01T00:00:00Z');
      let goneSince: number | null = null;
      let proof: Proof = {
        createdAt: now,
        verifiedAt: null,
        wasVerified: false,
        missingSince: null,
        nextCheckAt: now,
      };
      for (const [answer, later] of said) {
        now = new Date(now.getTime() + later);
        const before = proof;
        const { event, proof: after } = afterLookup(before, answer, now);
        if (answer === 'found') goneSince = null;
        if (answer === 'missing' && before.verifiedAt) goneSince ??= now.getTime();
        expect(event === 'verified').toBe(answer === 'found' && before.verifiedAt === null);
        if (answer === 'unknown')
          expect({ ...after, nextCheckAt: null }).toEqual({ ...before, nextCheckAt: null });
        if (event === 'lapsed') {
          expect(now.getTime() - goneSince!).toBeGreaterThanOrEqual(DOMAIN_LAPSES_AFTER_DAYS * DAY);
          goneSince = null;
        }
        // Domains in use, or being waited for, are looked up again.
        const isWaited = now.getTime() - after.createdAt.getTime() < DOMAIN_LOOKED_FOR_DAYS * DAY;
        if (after.verifiedAt || (isWaited && !after.wasVerified)) expect(after.nextCheckAt! > now).toBe(true);
        expect(stateOf(after) === 'missing').toBe(after.missingSince !== null);
        proof = after;
      }
    }),
  );
});
