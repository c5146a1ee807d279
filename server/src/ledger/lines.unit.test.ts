import { describe, expect, test } from 'vitest';
import * as lines from './lines.ts';

const signed = (line: lines.Line) => ('credit' in line ? line.amountPiastres : -line.amountPiastres);

/** The lines as `account: signed piastres`, without zeros. */
const effect = (of: lines.Line[]) =>
  Object.fromEntries(
    of.filter(signed).map((line) => ['credit' in line ? line.credit : line.debit, signed(line)]),
  );

describe('the lines of a transfer', () => {
  test('an event moves its amount from one account to another', () => {
    const amountPiastres = 700;
    expect(effect(lines.refundLines({ amountPiastres, from: 'pending' }))).toEqual({
      pending: -700,
      clearing: 700,
    });
    expect(effect(lines.refundLines({ amountPiastres, from: 'available' }))).toEqual({
      available: -700,
      clearing: 700,
    });
    expect(effect(lines.settlementPaidLines({ amountPiastres }))).toEqual({ available: -700, bank: 700 });
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
});
