/** The database's functions for the shares of an invoice; no other shares change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf, takenBack } from '../../tests/kit/changes.ts';
import { startTestInvoices, type TestInvoices } from '../../tests/kit/invoices.ts';
import type { Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

const TABLES = ['invoices', 'invoice_shares', 'payment_attempts'];
const SOON = '2026-06-15T09:05:00.000Z';
const NOW = '2026-06-15T09:30:00.000Z';
const LATER = '2026-06-15T10:00:00.000Z';
const SOME_TIME = expect.stringMatching(/^2026-/);

let world: TestInvoices;
let caller: Caller;
/** Three invoices of three customers each; the tests use the second share of the second. */
let invoices: number[];
let invoice: number;
let share: number;
beforeAll(async () => {
  world = await startTestInvoices();
  world.checkout.clock.set('2026-06-15T09:00:00Z');
  caller = await world.merchant();
  const customers: number[] = [];
  for (let n = 0; n < 3; n += 1) customers.push(await world.customer(caller));
  invoices = [];
  for (let n = 0; n < 3; n += 1) invoices.push(await world.invoice(caller, customers));
  invoice = invoices[1]!;
  share = (await world.shares(caller, invoice))[1]!.id;
});
afterAll(() => world.checkout.close());

const inVain = <T>(act: (tx: Tx) => Promise<T>) => takenBack(world.checkout.sql, act);
const invoiceIs = (tx: Tx, columns: Record<string, unknown>, id = invoice) =>
  tx`update invoices set ${tx(columns)} where merchant_id = ${caller.merchantId} and id = ${id}`;
const shareIs = (tx: Tx, columns: Record<string, unknown>) =>
  tx`update invoice_shares set ${tx(columns)} where merchant_id = ${caller.merchantId} and id = ${share}`;
const call = async (tx: Tx, text: string) => {
  const [row] = await tx.unsafe(`select ${text} as answer`);
  return row!.answer;
};
const ofInvoice = () => `invoices ${invoice}`;
const ofShare = () => `invoice_shares ${share}`;

describe('money for a share', () => {
  const settled = async (tx: Tx, held: boolean, paid: boolean) => {
    let answer: unknown;
    const changes = await changesOf(tx, TABLES, async () => {
      answer = await call(
        tx,
        `payable_invoice_settle(${caller.merchantId}, ${share}, ${held}, ${paid}, '${NOW}')`,
      );
    });
    return { answer, changes };
  };

  test.each<[status: number, paid: number, due: string, then: number]>([
    [1, 0, LATER, 1],
    [1, 1, LATER, 1],
    [1, 2, LATER, 2],
    [1, 2, NOW, 2],
    [1, 0, NOW, 4],
    [4, 0, SOON, 4],
    [4, 2, SOON, 2],
  ])(
    'with status %i, paid by %i of three and due at %s: then status %i',
    async (status, paid_count, due_at, then) => {
      await inVain(async (tx) => {
        await invoiceIs(tx, { status, paid_count, due_at });
        await shareIs(tx, { is_held: true });
        expect(await settled(tx, true, true)).toEqual({
          answer: true,
          changes: {
            [ofShare()]: { status: ['unpaid', 'paid'], paid_at: [null, NOW], is_held: [true, false] },
            [ofInvoice()]: {
              paid_count: [paid_count, paid_count + 1],
              updated_at: [SOME_TIME, NOW],
              ...(then === status ? {} : { status: [status, then] }),
            },
          },
        });
      });
    },
  );

  test('from a payer without the hold leaves the hold to its owner', async () => {
    await inVain(async (tx) => {
      await shareIs(tx, { is_held: true });
      const { answer, changes } = await settled(tx, false, true);
      expect(answer).toBe(true);
      expect(changes[ofShare()]).toEqual({ status: ['unpaid', 'paid'], paid_at: [null, NOW] });
    });
    await inVain(async (tx) => {
      const { changes } = await settled(tx, true, true);
      expect(changes[ofShare()]).toEqual({ status: ['unpaid', 'paid'], paid_at: [null, NOW] });
    });
  });

  test.each<[string, object, boolean, boolean, object | null]>([
    ['paid before', { status: 'paid', paid_at: SOON }, true, true, { is_held: [true, false] }],
    ['paid before', { status: 'paid', paid_at: SOON }, false, true, null],
    ['removed', { status: 'canceled', removed_at: SOON }, true, true, { is_held: [true, false] }],
    ['removed', { status: 'canceled', removed_at: SOON }, false, true, null],
    ['canceled', { status: 'canceled' }, true, true, { is_held: [true, false] }],
    ['canceled', { status: 'canceled' }, false, true, null],
    ['unpaid', {}, true, false, { is_held: [true, false] }],
    ['unpaid', {}, false, false, null],
  ])('counts for nothing: %s, %j, held %s, paid %s', async (_, columns, held, paid, change) => {
    await inVain(async (tx) => {
      await tx`update invoice_shares set is_held = true where merchant_id = ${caller.merchantId}`;
      await shareIs(tx, { is_held: true, ...columns });
      expect(await settled(tx, held, paid)).toEqual({
        answer: false,
        changes: change ? { [ofShare()]: change } : {},
      });
    });
  });

  test('of a canceled invoice counts for nothing, and only frees the place', async () => {
    await inVain(async (tx) => {
      await invoiceIs(tx, { status: 3 });
      await shareIs(tx, { is_held: true });
      expect(await settled(tx, true, true)).toEqual({
        answer: false,
        changes: { [ofShare()]: { is_held: [true, false] } },
      });
    });
  });

  test.each<[string, object, object, string]>([
    ['open', {}, {}, 'open'],
    ['due now', { due_at: NOW }, {}, 'closed'],
    ['deactivated', { status: 3 }, {}, 'void'],
    ['expired', { status: 4 }, {}, 'closed'],
    ['canceled', {}, { status: 'canceled' }, 'void'],
    ['removed', {}, { status: 'canceled', removed_at: SOON }, 'void'],
    ['paid', { status: 3, due_at: SOON }, { status: 'paid', paid_at: SOON }, 'full'],
  ])('%s: %j, %j is %s to money', async (_, ofInvoiceThen, ofShareThen, answer) => {
    await inVain(async (tx) => {
      // The others, and the other shares, have a different state.
      const other = answer === 'open' ? 'canceled' : 'unpaid';
      await tx`
        update invoice_shares set status = ${other} where merchant_id = ${caller.merchantId} and id <> ${share}`;
      for (const id of invoices.filter((each) => each !== invoice))
        await invoiceIs(tx, { due_at: LATER, status: answer === 'open' ? 3 : 1 }, id);
      await invoiceIs(tx, { status: 1, ...ofInvoiceThen });
      await shareIs(tx, { status: 'unpaid', ...ofShareThen });
      expect(await call(tx, `payable_invoice_lock(${caller.merchantId}, ${share}, '${NOW}')`)).toBe(answer);
    });
  });
});

describe('a new payer', () => {
  test.each<[object, object, string, object | null]>([
    [{}, {}, 'held', { share: { is_held: [false, true] } }],
    [{}, { is_held: true }, 'busy', null],
    [{ status: 3, due_at: SOON }, { status: 'paid', paid_at: SOON }, 'paid', null],
    [{}, { status: 'canceled' }, 'inactive', null],
    [{ status: 3 }, {}, 'inactive', null],
    [{ due_at: NOW }, {}, 'expired', { invoice: { status: [1, 4], updated_at: [SOME_TIME, NOW] } }],
    [{ status: 4, due_at: SOON }, {}, 'expired', null],
  ])(
    'of an invoice that is %j, with a share that is %j, is told %s',
    async (invoiceThen, shareThen, answer, change) => {
      await inVain(async (tx) => {
        // The others have a different state.
        const isFree = answer === 'held';
        await tx`
        update invoice_shares set status = ${isFree ? 'canceled' : 'unpaid'}, is_held = false
         where merchant_id = ${caller.merchantId} and id <> ${share}`;
        for (const id of invoices.filter((each) => each !== invoice))
          await invoiceIs(tx, { status: isFree ? 3 : 1, due_at: LATER }, id);
        await invoiceIs(tx, { status: 1, ...invoiceThen });
        await shareIs(tx, { status: 'unpaid', ...shareThen });
        const changes = await changesOf(tx, TABLES, async () => {
          const args = `${caller.merchantId}, 'test', ${share}, '${NOW}'`;
          expect(await call(tx, `invoice_hold_place(${args})`)).toBe(answer);
        });
        const { share: ofTheShare, invoice: ofTheInvoice } = (change ?? {}) as Record<string, object>;
        expect(changes).toEqual({
          ...(ofTheShare && { [ofShare()]: ofTheShare }),
          ...(ofTheInvoice && { [ofInvoice()]: ofTheInvoice }),
        });
      });
    },
  );
});

describe('expiry', () => {
  test.each([
    ['everybody', null],
    ['one merchant', 'test'],
  ])('is recorded for %s: of unpaid invoices, oldest first, a batch at a time', async (_, mode) => {
    const stranger = await world.merchant();
    const theirs = await world.invoice(stranger, [await world.customer(stranger)]);
    await inVain(async (tx) => {
      const [early, , deactivated] = invoices as [number, number, number];
      await invoiceIs(tx, { due_at: SOON }, early);
      await invoiceIs(tx, { due_at: NOW });
      await invoiceIs(tx, { due_at: SOON, status: 3 }, deactivated);
      await tx`update invoices set due_at = ${SOON}, status = ${mode ? 1 : 3} where id = ${theirs}`;
      const expire = (most: number) =>
        call(
          tx,
          `expire_invoices('${NOW}', ${mode ? `${caller.merchantId}, '${mode}'` : 'null, null'}, ${most})`,
        );
      const change = { status: [1, 4], updated_at: [SOME_TIME, NOW] };
      const inOne = await changesOf(tx, TABLES, async () => expect(await expire(1)).toBe(1));
      expect(inOne).toEqual({ [`invoices ${early}`]: change });
      const inAll = await changesOf(tx, TABLES, async () => expect(await expire(9)).toBe(1));
      expect(inAll).toEqual({ [ofInvoice()]: change });
      expect(await expire(9)).toBe(0);
    });
  });
});
