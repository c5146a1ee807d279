import { describe, expect, test } from 'vitest';
import * as lines from './lines.ts';

const signed = (line: lines.Line) => ('credit' in line ? line.amountPiastres : -line.amountPiastres);

/** Returns the lines as `account: signed piastres`, without zeros. */
const effect = (of: lines.Line[]) =>
  Object.fromEntries(
    of.filter(signed).map((line) => ['credit' in line ? line.credit : line.debit, signed(line)]),
  );

describe('the lines of a transfer', () => {
  test('an event moves its amount from one account to another', () => {
    const amountPiastres = 700;
    expect(effect(lines.refundLines({ amountPiastres, from: 'pending', processorAccountId: 5 }))).toEqual({
      pending: -700,
      clearing: 700,
    });
    expect(
      effect(lines.refundLines({ amountPiastres, from: 'available', processorAccountId: null })),
    ).toEqual({
      available: -700,
      clearing: 700,
    });
    expect(effect(lines.settlementPaidLines({ amountPiastres }))).toEqual({ available: -700, bank: 700 });
    expect(effect(lines.chargebackOpenedLines({ amountPiastres, from: 'available' }))).toEqual({
      available: -700,
      chargeback: 700,
    });
    expect(effect(lines.chargebackAppliedLines({ amountPiastres, processorAccountId: null }))).toEqual({
      chargeback: -700,
      clearing: 700,
    });
    for (const to of ['pending', 'available'] as const)
      expect(effect(lines.chargebackWonLines({ amountPiastres, to }))).toEqual({
        chargeback: -700,
        [to]: 700,
      });
    expect(effect(lines.payoutRequestedLines({ amountPiastres }))).toEqual({ available: -700, payout: 700 });
    expect(effect(lines.payoutHandedOverLines({ amountPiastres }))).toEqual({ payout: -700, bank: 700 });
    expect(effect(lines.payoutReturnedLines({ amountPiastres }))).toEqual({ payout: -700, available: 700 });
  });

  test('what an acquirer keeps lowers what it owes us, and what it gives back raises it again', () => {
    const cost = (amountPiastres: number) =>
      effect(lines.acquirerCostLines({ amountPiastres, processorAccountId: 5 }));
    expect(cost(700)).toEqual({ acquirer_fees: -700, clearing: 700 });
    expect(cost(-200)).toEqual({ acquirer_fees: 200, clearing: -200 });
  });

  test('what an acquirer transfers leaves clearing for the bank, our costs and rounding, in either direction', () => {
    const paid = (settledPiastres: number, netPiastres: number, roundedPiastres = 0) =>
      effect(
        lines.acquirerPaidLines({ settledPiastres, netPiastres, roundedPiastres, processorAccountId: 5 }),
      );
    expect(paid(700, 680)).toEqual({ clearing: 700, bank: -680, acquirer_fees: -20 });
    expect(paid(700, 683, 3)).toEqual({ clearing: 700, bank: -683, acquirer_fees: -20, write_offs: 3 });
    expect(paid(-700, -705)).toEqual({ clearing: -700, bank: 705, acquirer_fees: -5 });
    expect(paid(0, -5)).toEqual({ bank: 5, acquirer_fees: -5 });
    expect(
      lines.acquirerPaidLines({
        settledPiastres: 0,
        netPiastres: 0,
        roundedPiastres: 0,
        processorAccountId: 5,
      }),
    ).toEqual([]);
    const unknown = (costsPiastres: number, suspensePiastres: number) =>
      effect(lines.suspendedLines({ costsPiastres, suspensePiastres }));
    expect(unknown(50, 700)).toEqual({ bank: -650, acquirer_fees: -50, suspense: 700 });
    expect(unknown(0, -700)).toEqual({ bank: 700, suspense: -700 });
    expect(effect(lines.identifiedLines({ amountPiastres: 700 }))).toEqual({ suspense: -700, bank: 700 });
  });

  test('a line of clearing names the account at the processor', () => {
    const at = { amountPiastres: 700, processorAccountId: 5 };
    for (const of of [
      lines.refundLines({ ...at, from: 'pending' }),
      lines.chargebackAppliedLines(at),
      lines.acquirerCostLines(at),
      lines.acquirerCostLines({ ...at, amountPiastres: -700 }),
    ]) {
      expect(of.filter((line) => 'processorAccountId' in line)).toEqual([
        expect.objectContaining({ processorAccountId: 5 }),
      ]);
    }
  });
});
