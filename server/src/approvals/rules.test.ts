import { APPROVAL_KINDS } from '@daftar/contract/approvals';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isLooser,
  kindsOf,
  payoutRequiresApproval,
  refundRequiresApproval,
  refusalOf,
  stateAt,
  unapprovedLimitPiastres,
} from './rules.ts';

const now = new Date('2026-03-01T10:00:00Z');
const piastres = fc.integer({ min: 0, max: 1_000_000 });

describe('refunds that need approval', () => {
  test('however a refund is split, one person alone never refunds more of a payment than the threshold', () => {
    fc.assert(
      fc.property(piastres, fc.array(fc.integer({ min: 1, max: 300_000 })), (above, slices) => {
        const rule = { enabled: true, refundAbovePiastres: above };
        let given = 0;
        for (const slice of slices) if (!refundRequiresApproval(rule, given, slice)) given += slice;
        expect(given).toBeLessThanOrEqual(above);
      }),
    );
  });

  test('the remaining sole-approval amount on the screen is exactly what needs no approval', () => {
    fc.assert(
      fc.property(piastres, piastres, fc.integer({ min: 1, max: 1_000_000 }), (above, given, amount) => {
        const rule = { enabled: true, refundAbovePiastres: above };
        expect(refundRequiresApproval(rule, given, amount)).toBe(
          amount > unapprovedLimitPiastres(rule, given)!,
        );
      }),
    );
  });

  test('none, while approvals are off', () => {
    expect(refundRequiresApproval({ enabled: false, refundAbovePiastres: 0 }, 0, 1)).toBe(false);
    expect(unapprovedLimitPiastres({ enabled: false, refundAbovePiastres: 0 }, 0)).toBeNull();
    expect(
      [true, false].map((enabled) => payoutRequiresApproval({ enabled, refundAbovePiastres: 0 })),
    ).toEqual([true, false]);
  });

  test('a rule is looser when it is turned off or its threshold rises, and never looser than none', () => {
    const on = (refundAbovePiastres: number) => ({ enabled: true, refundAbovePiastres });
    const off = { enabled: false, refundAbovePiastres: 500 };
    expect([off, on(501), on(500), on(499)].map((after) => isLooser(on(500), after))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([off, on(9_999)].map((after) => isLooser(off, after))).toEqual([false, false]);
  });
});

describe('who may decide', () => {
  const request = fc.record({
    state: fc.constantFrom('waiting', 'approved', 'declined', 'withdrawn', 'expired' as const),
    requestedBy: fc.integer({ min: 1, max: 3 }),
    requestedKeyId: fc.option(fc.constant(7)),
    firstYesBy: fc.option(fc.integer({ min: 1, max: 3 })),
    expiresAt: fc.integer({ min: -2, max: 2 }).map((minutes) => new Date(now.getTime() + minutes * 60_000)),
  });
  const decision = fc.constantFrom('approved', 'declined', 'withdrawn' as const);
  const person = fc.integer({ min: 1, max: 3 });

  test('a pending request is decided by another user or withdrawn by its requester; a key’s request needs two users', () => {
    fc.assert(
      fc.property(request, decision, person, (asked, verb, userId) => {
        const isOpen = asked.state === 'waiting' && asked.expiresAt > now;
        const isAnother = asked.requestedKeyId === null ? userId !== asked.requestedBy : true;
        const isTwice = asked.requestedKeyId !== null && verb === 'approved' && asked.firstYesBy === userId;
        const isTheirs = verb === 'withdrawn' ? userId === asked.requestedBy : isAnother && !isTwice;
        expect(refusalOf(asked, verb, userId, now) === null).toBe(isOpen && isTheirs);
      }),
    );
  });

  test('only a pending request expires, exactly at its deadline', () => {
    expect(stateAt({ state: 'waiting', expiresAt: now }, now)).toBe('expired');
    expect(stateAt({ state: 'waiting', expiresAt: new Date(now.getTime() + 1) }, now)).toBe('waiting');
    expect(stateAt({ state: 'approved', expiresAt: new Date(0) }, now)).toBe('approved');
  });

  test('a user may request the kinds that their permissions allow', () => {
    expect(kindsOf(new Set(['transaction-refund']))).toEqual(['refund']);
    expect(kindsOf(new Set(['payout-request-transactions', 'create-invoice']))).toEqual(['payout']);
    expect(kindsOf(new Set())).toEqual([]);
    expect(kindsOf(new Set(['payment-methods-settings']))).toEqual(['settings']);
    expect(kindsOf(new Set(['transaction-refund', 'payout-request-transactions']))).toEqual(APPROVAL_KINDS);
  });
});
