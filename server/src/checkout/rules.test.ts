import { readCardExpiry } from '@daftar/contract/checkout';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askedUntil,
  chargesOf,
  expectedSettlementDay,
  givenUpAt,
  isCardExpired,
  isOver,
  isPayerThere,
  nextAskAt,
  resendSeconds,
  type SettlementPlan,
  type StoredState,
  stateAt,
  uncountedReason,
} from './rules.ts';

const terms = { rateBps: 275, fixedPiastres: 300, vatBps: 1400, feesOn: 'M' } as const;

/** a × b / 10,000, half away from zero, implemented differently: by quotient and remainder. */
function oraclePercent(amount: bigint, basisPoints: bigint): bigint {
  const product = amount * basisPoints;
  const quotient = product / 10_000n;
  return product % 10_000n >= 5_000n ? quotient + 1n : quotient;
}

describe('fees', () => {
  test('100 EGP by card nets 93.44 when the merchant bears the fee', () => {
    expect(chargesOf(10_000, terms)).toEqual({
      feePiastres: 575,
      vatPiastres: 81,
      chargePiastres: 10_000,
      customerFeePiastres: 0,
      netPiastres: 9_344,
    });
  });

  test('the customer sees and pays the whole sum when the customer bears it', () => {
    expect(chargesOf(10_000, { ...terms, feesOn: 'C' })).toEqual({
      feePiastres: 575,
      vatPiastres: 81,
      chargePiastres: 10_656,
      customerFeePiastres: 656,
      netPiastres: 10_000,
    });
  });

  test('match exact arithmetic for any amount and terms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('M' as const, 'C' as const),
        (value, rateBps, fixedPiastres, vatBps, feesOn) => {
          const charges = chargesOf(value, { rateBps, fixedPiastres, vatBps, feesOn });
          const fee = oraclePercent(BigInt(value), BigInt(rateBps)) + BigInt(fixedPiastres);
          const vat = oraclePercent(fee, BigInt(vatBps));
          expect(BigInt(charges.feePiastres)).toBe(fee);
          expect(BigInt(charges.vatPiastres)).toBe(vat);
          expect(BigInt(charges.chargePiastres)).toBe(BigInt(value) + (feesOn === 'C' ? fee + vat : 0n));
          expect(BigInt(charges.netPiastres)).toBe(BigInt(value) - (feesOn === 'M' ? fee + vat : 0n));
          // The shares add up exactly to the payer's amount.
          expect(charges.netPiastres + charges.feePiastres + charges.vatPiastres).toBe(
            charges.chargePiastres,
          );
        },
      ),
    );
  });
});

describe('the expected settlement date', () => {
  test.each([
    ['2026-06-14T09:00:00Z', '2026-06-15'], // Sunday → Monday
    ['2026-06-18T09:00:00Z', '2026-06-21'], // Thursday → Sunday
    ['2026-06-19T09:00:00Z', '2026-06-21'], // Friday → Sunday
    ['2026-06-17T21:30:00Z', '2026-06-21'], // already Thursday in Cairo
  ])('captured at %s it is %s', (at, day) => {
    expect(expectedSettlementDay(new Date(at), new Set())).toBe(day);
  });

  test.each<[SettlementPlan['schedule'], number, string, string]>([
    ['weekly', 3, '2026-06-14T09:00:00Z', '2026-06-17'], // Sunday → Wednesday
    ['weekly', 3, '2026-06-17T09:00:00Z', '2026-06-24'], // on the day itself: the next one
    ['weekly', 5, '2026-06-14T09:00:00Z', '2026-06-21'], // Friday → Sunday
    ['monthly', 15, '2026-06-14T09:00:00Z', '2026-06-15'],
    ['monthly', 15, '2026-06-15T09:00:00Z', '2026-07-15'],
  ])(
    'of a merchant that is settled %s, on day %i, captured at %s it is %s',
    (schedule, day, at, expected) => {
      expect(expectedSettlementDay(new Date(at), new Set(), { schedule, day })).toBe(expected);
    },
  );

  test('skips holidays, also next to a weekend', () => {
    const holidays = new Set(['2026-06-21', '2026-06-22']);
    expect(expectedSettlementDay(new Date('2026-06-18T09:00:00Z'), holidays)).toBe('2026-06-23');
  });
});

describe('cards', () => {
  test('expiry dates are accepted in the usual spellings', () => {
    expect(readCardExpiry('09/27')).toEqual({ month: 9, year: 2027 });
    expect(readCardExpiry(' 9 / 2027 ')).toEqual({ month: 9, year: 2027 });
    expect(readCardExpiry('٠٩/٢٧')).toEqual({ month: 9, year: 2027 });
    expect(readCardExpiry('13/27')).toBeNull();
  });

  test('a card is valid until the end of its month in Cairo', () => {
    expect(isCardExpired({ month: 6, year: 2026 }, new Date('2026-06-30T20:59:59Z'))).toBe(false);
    expect(isCardExpired({ month: 6, year: 2026 }, new Date('2026-06-30T21:00:00Z'))).toBe(true);
    expect(isCardExpired({ month: 12, year: 2025 }, new Date('2026-01-15T00:00:00Z'))).toBe(true);
    expect(isCardExpired({ month: 1, year: 2027 }, new Date('2026-06-15T00:00:00Z'))).toBe(false);
  });
});

test('an attempt past its deadline reads as expired at once', () => {
  const expiresAt = new Date('2026-06-15T09:15:00Z');
  expect(stateAt({ state: 'otp', expiresAt }, new Date('2026-06-15T09:14:59Z'))).toBe('otp');
  expect(stateAt({ state: 'otp', expiresAt }, expiresAt)).toBe('expired');
  expect(stateAt({ state: 'succeeded', expiresAt }, expiresAt)).toBe('succeeded');
});

test('a form may charge again once its payment ended without money, or its processor knew of none after the deadline', () => {
  const expiresAt = new Date('2026-06-15T09:15:00Z');
  const early = new Date(expiresAt.getTime() - 1);
  const over = (state: StoredState, answeredAt: Date | null) => isOver({ state, expiresAt, answeredAt });
  expect((['failed', 'canceled', 'expired'] as const).map((state) => over(state, null))).toEqual([
    true,
    true,
    true,
  ]);
  for (const state of ['challenge', 'otp', 'awaiting'] as const)
    expect([null, early, expiresAt].map((at) => over(state, at))).toEqual([false, false, true]);
  for (const state of ['pending', 'succeeded'] as const) expect(over(state, expiresAt)).toBe(false);
});

test('a payment that pays for nothing has one reason, a cancellation first', () => {
  expect(uncountedReason(['partial', 'duplicate', 'not-owed'])).toBe('canceled');
  expect(uncountedReason(['partial', 'duplicate'])).toBe('duplicate');
  expect(uncountedReason(['late', 'partial'])).toBe('partial');
  expect(uncountedReason(['late'])).toBeNull();
});

test('a browser is recognized as the payer’s until fifteen minutes after the payment, or the end of the time to pay', () => {
  const at = (time: string) => new Date(`2026-06-15T${time}Z`);
  const there = (paidAt: Date | null, now: string) =>
    isPayerThere({ paidAt, expiresAt: at('09:05:00') }, at(now));
  expect([there(null, '09:04:59'), there(null, '09:05:00')]).toEqual([true, false]);
  expect([there(at('09:01:00'), '09:15:59'), there(at('09:01:00'), '09:16:00')]).toEqual([true, false]);
});

test('another code may be sent ninety seconds after the last one', () => {
  const now = new Date('2026-06-15T09:15:00Z');
  const ago = (seconds: number) =>
    resendSeconds({ otpSentAt: new Date(now.getTime() - seconds * 1000) }, now);
  expect([ago(0), ago(89.5), ago(90), ago(200)]).toEqual([90, 1, 0, 0]);
  expect(resendSeconds({ otpSentAt: null }, now)).toBe(0);
});

describe('polling a processor', () => {
  const attempt = { method: 1, expiresAt: new Date('2026-06-15T09:15:00Z') };
  const at = (time: string) => new Date(`2026-06-15T${time}:00Z`);

  test('pauses double from a minute', () => {
    const next = (asks: number) => nextAskAt(attempt, asks, at('11:00'));
    expect([1, 2, 3, 8].map(next)).toEqual([at('11:01'), at('11:02'), at('11:04'), at('13:08')]);
    expect(nextAskAt(attempt, 99, at('10:00'))).toEqual(at('22:00'));
  });

  test('a poll is due at each deadline', () => {
    expect(nextAskAt(attempt, 9, at('09:10'))).toEqual(attempt.expiresAt);
    expect(nextAskAt(attempt, 9, at('09:20'))).toEqual(givenUpAt(attempt, 'on-their-page'));
    expect(givenUpAt(attempt, 'on-their-page')).toEqual(at('10:00'));
    expect(givenUpAt(attempt, 'other')).toEqual(attempt.expiresAt);
  });

  test.each([
    [1, 3],
    [3, 3],
    [4, 7],
    [5, 7],
  ])('method %i is polled for %i days after the deadline, at most 30 times', (method, days) => {
    const asked = { ...attempt, method };
    const last = askedUntil(asked);
    expect(last.getTime() - asked.expiresAt.getTime()).toBe(days * 86_400_000);
    let asks = 0;
    let now: Date | null = at('09:00');
    let latest = now;
    while (now) {
      latest = now;
      asks += 1;
      now = nextAskAt(asked, asks, now);
      if (now) expect(now > latest).toBe(true);
    }
    expect(latest).toEqual(last);
    expect(asks).toBeLessThan(30);
  });
});
