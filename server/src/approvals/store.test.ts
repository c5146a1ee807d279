/**
 * Among other requests, of the same merchant, of the other mode and of another merchant: only the intended rows
 * change.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { changesOf } from '../../tests/kit/changes.ts';
import { callerOf } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import * as merchants from '../merchants/writes.ts';
import type { Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import * as store from './store.ts';

const SECONDS = 60;

let daftar: TestServer;
let owner: Actor;
let checker: Actor;
/** Of the second merchant, live: two payouts and a change of the settings; and a payout in test mode. */
let ids: [number, number, number, number];
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  for (let merchants = 0; merchants < 2; merchants += 1) {
    owner = await daftar.merchant();
    checker = await daftar.colleague(owner, ['payout-request-transactions']);
    ids = [
      await asked('payout', 1_000),
      await asked('payout', 2_000),
      await asked('settings', 0),
      await asked('payout', 4_000, callerOf(owner, 'test')),
    ];
  }
});

const { create } = keysOf(() => daftar);
const inOne = <T>(act: (tx: Parameters<typeof store.decide>[0]) => Promise<T>) =>
  transaction(daftar.app.db, act);
const now = () => daftar.clock.now();
const asked = (kind: 'payout' | 'settings', amountPiastres: number, caller: Caller = callerOf(owner)) =>
  inOne(async (tx) => {
    const id = await store.insertApproval(tx, caller, {
      kind,
      amountPiastres,
      transactionId: null,
      reason: '',
      accountName: '',
      bankName: '',
      iban: '',
      own: { merchantReference: null, isAlone: false, metadata: {} },
      change: kind === 'settings' ? { enabled: false } : null,
      single: null,
      now: now(),
      expiresAt: new Date(now().getTime() + SECONDS * 1000),
    });
    return id!;
  });
/** Returns the ids of four payouts requested by API keys: two live, one in test mode, one live. */
async function askedByKeys(): Promise<[number, number, number, number]> {
  const withKey = async (mode: 'live' | 'test'): Promise<Caller> => {
    const { id } = await create(owner, ['payout-request-transactions'], mode);
    return { ...callerOf(owner, mode), key: { id, kind: 'secret', mode, version: '2026-11-22' } };
  };
  const [live, inTest] = [await withKey('live'), await withKey('test')];
  return [
    await asked('payout', 1_000, live),
    await asked('payout', 2_000, live),
    await asked('payout', 3_000, inTest),
    await asked('payout', 4_000, live),
  ];
}
const decide = (id: number, state: 'approved' | 'declined' = 'declined') =>
  inOne((tx) =>
    store.decide(tx, callerOf(checker), id, { state, reason: 'No', firstYesBy: null, now: now() }),
  );
const changes = (act: () => Promise<unknown>) => changesOf(daftar.database.sql, ['approvals'], act);

test('a decision is written to its own request, once', async () => {
  const [first, second] = ids;
  const at = now().toISOString();
  expect(await changes(() => decide(first))).toEqual({
    [`approvals ${first}`]: {
      state: ['waiting', 'declined'],
      decided_by: [null, checker.userId],
      decided_at: [null, at],
      decline_reason: ['', 'No'],
    },
  });
  expect(
    await changes(async () => {
      expect(await decide(first)).toBe(false);
      expect(await decide(first, 'approved')).toBe(false);
    }),
  ).toEqual({});
  expect(await decide(second)).toBe(true);
});

test('a request of the other mode or of another merchant cannot be decided', async () => {
  const stranger = await daftar.merchant();
  expect(
    await changes(async () => {
      expect(await decide(ids[3])).toBe(false);
      for (const mode of ['live', 'test'] as const)
        expect(
          await inOne((tx) =>
            store.decide(tx, callerOf(stranger, mode), ids[0], {
              state: 'approved',
              reason: '',
              firstYesBy: null,
              now: now(),
            }),
          ),
        ).toBe(false);
    }),
  ).toEqual({});
});

test('a request is pending until its deadline, and expired at it: for an approval, for a first approval, in the list', async () => {
  const caller = callerOf(owner);
  daftar.clock.advance({ seconds: SECONDS - 0.001 });
  expect(await store.isWaiting(daftar.app.db, caller, 'settings', now())).toBe(true);
  expect(await store.listWaitingChanges(daftar.app.db, caller, 'settings', now())).toEqual([
    { enabled: false },
  ]);
  expect(await decide(ids[0])).toBe(true);
  expect(
    await inOne((tx) => store.writeExpired(tx, { merchantId: owner.merchantId, id: ids[1] }, now())),
  ).toBeUndefined();
  daftar.clock.advance({ seconds: 0.001 });
  expect(await store.isWaiting(daftar.app.db, caller, 'settings', now())).toBe(false);
  expect(await store.listWaitingChanges(daftar.app.db, caller, 'settings', now())).toEqual([]);
  expect(await decide(ids[1])).toBe(false);
  expect(await inOne((tx) => store.insertFirstApproval(tx, callerOf(checker), ids[1], null, now()))).toBe(
    false,
  );
  const expired = await changes(() =>
    inOne((tx) => store.writeExpired(tx, { merchantId: owner.merchantId, id: ids[1] }, now())),
  );
  expect(expired).toEqual({
    [`approvals ${ids[1]}`]: { state: ['waiting', 'expired'], decided_at: [null, now().toISOString()] },
  });
  for (const id of ids.slice(0, 2))
    expect(
      await inOne((tx) => store.writeExpired(tx, { merchantId: owner.merchantId, id }, now())),
    ).toBeUndefined();
});

test('a first approval is recorded on its own request, in the place of the one that was read', async () => {
  const [first, second, inTest] = await askedByKeys();
  const record = (id: number, inPlaceOf: number | null, mode: 'live' | 'test' = 'live') =>
    inOne((tx) => store.insertFirstApproval(tx, callerOf(checker, mode), id, inPlaceOf, now()));
  const at = now().toISOString();
  expect(await changes(() => record(first, null))).toEqual({
    [`approvals ${first}`]: { first_yes_by: [null, checker.userId], first_yes_at: [null, at] },
  });
  const stranger = callerOf(await daftar.merchant());
  expect(
    await changes(async () => {
      expect(await record(first, null)).toBe(false);
      expect(await record(first, owner.userId)).toBe(false);
      expect(await record(second, checker.userId)).toBe(false);
      expect(await record(inTest, null)).toBe(false);
      expect(await inOne((tx) => store.insertFirstApproval(tx, stranger, second, null, now()))).toBe(false);
    }),
  ).toEqual({});
  daftar.clock.advance({ seconds: 1 });
  const replaced = await changes(async () =>
    expect(
      await inOne((tx) => store.insertFirstApproval(tx, callerOf(owner), first, checker.userId, now())),
    ).toBe(true),
  );
  expect(replaced).toEqual({
    [`approvals ${first}`]: {
      first_yes_by: [checker.userId, owner.userId],
      first_yes_at: [at, now().toISOString()],
    },
  });
  await decide(second);
  expect(await changes(() => record(second, null))).toEqual({});
});

test('a user who can no longer sign in loses the first approvals of pending requests in both modes; others keep theirs', async () => {
  const [first, second, inTest, over] = await askedByKeys();
  const record = (by: Actor, id: number, mode: 'live' | 'test' = 'live') =>
    inOne((tx) => store.insertFirstApproval(tx, callerOf(by, mode), id, null, now()));
  await record(checker, first);
  await record(owner, second);
  await record(checker, inTest, 'test');
  await record(checker, over);
  expect(
    await inOne((tx) =>
      store.decide(tx, callerOf(owner), over, {
        state: 'declined',
        reason: 'No',
        firstYesBy: checker.userId,
        now: now(),
      }),
    ),
  ).toBe(true);
  const cleared = {
    first_yes_by: [checker.userId, null],
    first_yes_at: [now().toISOString(), null],
  };
  const stranger = await daftar.merchant();
  expect(await changes(() => inOne((tx) => store.clearFirstApproval(tx, stranger, checker.userId)))).toEqual(
    {},
  );
  expect(await changes(() => inOne((tx) => store.clearFirstApproval(tx, owner, checker.userId)))).toEqual({
    [`approvals ${first}`]: cleared,
    [`approvals ${inTest}`]: cleared,
  });
});

test('a pending request is found by kind, mode and merchant, until it is decided', async () => {
  const waits = (caller: Caller, kind: 'payout' | 'settings' | 'refund') =>
    store.isWaiting(daftar.app.db, caller, kind, now());
  const [live, inTest] = [callerOf(owner), callerOf(owner, 'test')];
  expect([await waits(live, 'settings'), await waits(live, 'payout'), await waits(live, 'refund')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([await waits(inTest, 'settings'), await waits(inTest, 'payout')]).toEqual([false, true]);
  expect(await waits(callerOf(await daftar.merchant()), 'settings')).toBe(false);
  await decide(ids[2]);
  expect(await waits(live, 'settings')).toBe(false);
  expect(await store.listWaitingChanges(daftar.app.db, live, 'settings', now())).toEqual([]);
});

test('expired requests of every merchant are found, oldest first, without decided or pending ones', async () => {
  await decide(ids[0]);
  const later = await daftar.merchant();
  daftar.clock.advance({ seconds: SECONDS });
  const waits = await asked('payout', 1_000, callerOf(later));
  const found = (await store.findExpired(daftar.app.db, now(), 1_000, 0))
    .filter(({ merchantId }) => [owner.merchantId, later.merchantId].includes(merchantId))
    .map(({ id }) => id);
  expect(found).toEqual(ids.slice(1));
  expect(found).not.toContain(waits);
});

test('possible approvers are the active users of this merchant with the permissions', async () => {
  const beside = () => store.countDecidersBeside(daftar.app.db, callerOf(owner));
  const holders = () => store.countHolders(daftar.app.db, callerOf(owner), 'payout-request-transactions');
  expect([await beside(), await holders()]).toEqual([0, 2]);
  const both = await daftar.colleague(owner, ['payout-request-transactions', 'transaction-refund']);
  await daftar.colleague(owner, ['transaction-refund']);
  expect([await beside(), await holders()]).toEqual([1, 3]);
  expect(await store.countDecidersBeside(daftar.app.db, callerOf(checker))).toBe(2);
  const may = ({ userId }: Actor) =>
    store.mayDecide(daftar.app.db, callerOf(owner), userId, {
      kind: 'transaction-refund',
      every: ['payout-request-transactions', 'transaction-refund'],
    });
  expect([await may(both), await may(owner), await may(checker)]).toEqual([true, true, false]);
  await daftar.database.sql`update users set is_active = false where id = ${both.userId}`;
  expect([await beside(), await holders()]).toEqual([0, 2]);
  expect([await may(both), await may(owner)]).toEqual([false, true]);
});

test('a rule is stored per merchant and mode, and is off until there is one', async () => {
  const [live, inTest] = [callerOf(owner), callerOf(owner, 'test')];
  const off = { enabled: false, refundAbovePiastres: 0 };
  const rule = { enabled: true, refundAbovePiastres: 5_000 };
  expect(await store.readRule(daftar.app.db, live)).toEqual(off);
  await inOne((tx) => merchants.setApprovalRule(tx, live, rule));
  expect(await store.readRule(daftar.app.db, live)).toEqual(rule);
  expect(await inOne((tx) => store.lockRule(tx, live))).toEqual(rule);
  expect(await store.readRule(daftar.app.db, inTest)).toEqual(off);
  expect(await store.readRule(daftar.app.db, callerOf(await daftar.merchant()))).toEqual(off);
});
