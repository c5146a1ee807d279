import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as lines from './lines.ts';

const piastres = fc.integer({ min: 0, max: 999_999_999_999 });
const signed = (line: lines.Line) => ('credit' in line ? line.amountPiastres : -line.amountPiastres);

/** The lines as `account: signed piastres`, without zeros. */
const effect = (of: lines.Line[]) =>
  Object.fromEntries(
    of.filter(signed).map((line) => ['credit' in line ? line.credit : line.debit, signed(line)]),
  );

describe('the lines of a transfer', () => {
  test('a capture with fees on the merchant: the payer pays the total, fee and VAT come out of it', () => {
    const capture = { totalPiastres: 10_000, feePiastres: 575, vatPiastres: 81, feesOn: 'M' } as const;
    expect(effect(lines.captureLines(capture))).toEqual({
      clearing: -10_000,
      pending: 9344,
      fees: 575,
      vat: 81,
    });
  });

  test('a capture with fees on the customer: the payer pays them on top, the merchant gets the total', () => {
    const capture = { totalPiastres: 10_000, feePiastres: 575, vatPiastres: 81, feesOn: 'C' } as const;
    expect(effect(lines.captureLines(capture))).toEqual({
      clearing: -10_656,
      pending: 10_000,
      fees: 575,
      vat: 81,
    });
  });

  test('a payment smaller than its fee leaves the merchant owing the rest', () => {
    const capture = { totalPiastres: 100, feePiastres: 300, vatPiastres: 42, feesOn: 'M' } as const;
    expect(effect(lines.captureLines(capture))).toEqual({
      clearing: -100,
      pending: -242,
      fees: 300,
      vat: 42,
    });
  });

  test('every other event moves its amount from one account to another', () => {
    const amountPiastres = 700;
    expect(effect(lines.refundLines({ amountPiastres, from: 'pending' }))).toEqual({
      pending: -700,
      clearing: 700,
    });
    expect(effect(lines.refundLines({ amountPiastres, from: 'available' }))).toEqual({
      available: -700,
      clearing: 700,
    });
    expect(effect(lines.settlementLines({ amountPiastres, to: 'available' }))).toEqual({
      pending: -700,
      available: 700,
    });
    expect(effect(lines.settlementLines({ amountPiastres, to: 'bank' }))).toEqual({
      pending: -700,
      bank: 700,
    });
    expect(effect(lines.chargebackOpenedLines({ amountPiastres, from: 'available' }))).toEqual({
      available: -700,
      chargeback: 700,
    });
    expect(effect(lines.chargebackAppliedLines({ amountPiastres }))).toEqual({
      chargeback: -700,
      clearing: 700,
    });
    expect(effect(lines.chargebackWonLines({ amountPiastres }))).toEqual({
      chargeback: -700,
      available: 700,
    });
    expect(effect(lines.payoutRequestedLines({ amountPiastres }))).toEqual({ available: -700, payout: 700 });
    expect(effect(lines.payoutHandedOverLines({ amountPiastres }))).toEqual({ payout: -700, bank: 700 });
    expect(effect(lines.payoutReturnedLines({ amountPiastres }))).toEqual({ payout: -700, available: 700 });
  });

  test('a capture always balances, and no line of it is negative', () => {
    const captures = fc.record({
      totalPiastres: piastres,
      feePiastres: piastres,
      vatPiastres: piastres,
      feesOn: fc.constantFrom('M' as const, 'C' as const),
    });
    fc.assert(
      fc.property(captures, (capture) => {
        const all = lines.captureLines(capture);
        expect(all.reduce((sum, line) => sum + signed(line), 0)).toBe(0);
        expect(all.every((line) => line.amountPiastres >= 0)).toBe(true);
      }),
    );
  });
});
