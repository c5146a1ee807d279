/** Invariants of invoice payments: with many payers at once, late ones, and concurrent changes by the merchant. */
import { ATTEMPT_HOLD_MINUTES, shownCharges } from '@daftar/contract/checkout';
import { InvoiceForm } from '@daftar/contract/invoices';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cardForm, transactionsOf } from '../../tests/kit/checkout.ts';
import {
  CHALLENGED_CARD,
  type ShareRow,
  startTestInvoices,
  type TestInvoices,
} from '../../tests/kit/invoices.ts';
import { expireAttempts } from '../checkout/jobs.ts';
import { applyOutcome } from '../checkout/outcomes.ts';
import { findAttemptByToken } from '../checkout/store.ts';
import { readOutbox } from '../messages/outbox.ts';
import type { Caller } from '../platform/context.ts';
import { invoiceJobs } from './jobs.ts';
import { deactivateInvoice, updateInvoice } from './service.ts';

let world: TestInvoices;
let caller: Caller;
beforeAll(async () => {
  world = await startTestInvoices();
});
beforeEach(async () => {
  world.checkout.clock.set('2026-06-15T09:00:00Z');
  caller = await world.merchant();
});
afterAll(() => world.checkout.close());

const reasonOf = (reply: { view: { page: { kind: string; reason?: string } } | null }) =>
  reply.view?.page.kind === 'closed' ? reply.view.page.reason : reply.view?.page.kind;
const page = (share: ShareRow) => world.checkout.get(`/pay/${share.token}`);
const holds = async () => expect(await world.differences()).toEqual([]);
const transactions = () => transactionsOf(world.checkout.sql, caller.merchantId);

async function invoiceFor(count: number, more?: Record<string, unknown>) {
  const customers: number[] = [];
  for (let n = 0; n < count; n += 1) customers.push(await world.customer(caller));
  const id = await world.invoice(caller, customers, more);
  return { id, shares: await world.shares(caller, id) };
}

/** Starts a kiosk payment of a share, which waits for its money. */
async function kiosk(share: ShareRow) {
  const { location } = await world.checkout.post(`/pay/${share.token}`, { method: '4' });
  const token = location!.split('/').at(-1)!;
  const [row] = await world.checkout.sql<{ id: number }[]>`
    select id from payment_attempts where merchant_id = ${caller.merchantId} and token = ${token}`;
  return { location: location!, ref: { merchantId: caller.merchantId, id: row!.id } };
}

const arrives = (ref: { merchantId: number; id: number }, reference: string, receivedPiastres = 10_000) =>
  applyOutcome(world.checkout.app, ref, { state: 'succeeded', reference, receivedPiastres, disputes: false });

describe('one payer at a time for each share', () => {
  test('20 concurrent payers of one share: one success, the others are told that it is busy or paid', async () => {
    const { id, shares } = await invoiceFor(1);
    const replies = await Promise.all(Array.from({ length: 20 }, () => world.pay(shares[0]!)));
    expect(replies.filter((reply) => reply.status === 303)).toHaveLength(1);
    for (const reply of replies.filter((each) => each.status !== 303)) {
      expect(reply.status).toBe(409);
      expect(['busy', 'paid']).toContain(reasonOf(reply));
    }
    expect(await transactions()).toMatchObject([{ status: 1, flags: [] }]);
    expect(await world.row(caller, id)).toEqual({ status: 2, paid: 1, customers: 1 });
    await holds();
  });

  test('20 customers of a group pay at once: every one has paid, and the invoice is paid', async () => {
    const { id, shares } = await invoiceFor(20);
    const replies = await Promise.all(shares.map((share) => world.pay(share)));
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(303));
    expect(await world.row(caller, id)).toEqual({ status: 2, paid: 20, customers: 20 });
    expect((await world.shares(caller, id)).every(({ status, paidAt }) => status === 'paid' && paidAt)).toBe(
      true,
    );
    await holds();
  });

  test('a group is unpaid until the last of its customers has paid the whole total', async () => {
    const { id, shares } = await invoiceFor(3);
    for (const [paid, share] of shares.entries()) {
      expect(await world.row(caller, id)).toEqual({ status: 1, paid, customers: 3 });
      expect((await world.pay(share)).status).toBe(303);
      expect(reasonOf(await page(share))).toBe('paid');
    }
    expect(await world.row(caller, id)).toEqual({ status: 2, paid: 3, customers: 3 });
    expect((await transactions()).map(({ value }) => value)).toEqual([10_000, 10_000, 10_000]);
    await holds();
  });

  test('the place is held for 15 minutes, then free for the next payer', async () => {
    const { shares } = await invoiceFor(2);
    await world.pay(shares[0]!, CHALLENGED_CARD);
    expect(reasonOf(await world.pay(shares[0]!))).toBe('busy');
    expect(reasonOf(await page(shares[0]!))).toBe('busy');
    expect(reasonOf(await page(shares[1]!))).toBe('open');
    world.checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    expect(reasonOf(await page(shares[0]!))).toBe('open');
    expect((await world.pay(shares[0]!)).status).toBe(303);
    expect(await transactions()).toMatchObject([{ status: 0 }, { status: 1 }]);
    await holds();
  });
});

describe('money is never lost', () => {
  test('two payments of one share: the first to arrive pays it, the other is booked as a duplicate', async () => {
    const { id, shares } = await invoiceFor(2);
    const code = await kiosk(shares[0]!);
    world.checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await expireAttempts(world.checkout.app);
    const { location } = await world.pay(shares[0]!, CHALLENGED_CARD);
    // The code is paid while the card holds the place.
    await arrives(code.ref, 'K-1');
    expect(await world.row(caller, id)).toMatchObject({ status: 1, paid: 1 });
    await world.checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactions()).toMatchObject([
      { status: 1, flags: [] },
      { status: 1, flags: ['duplicate'] },
    ]);
    expect(await world.row(caller, id)).toMatchObject({ status: 1, paid: 1 });
    await holds();
  });

  test('a payment that begins before the due moment and ends after it is booked, late', async () => {
    const { id, shares } = await invoiceFor(1, { due_date: '2026-06-15T09:05:00Z' });
    const { location } = await world.pay(shares[0]!, CHALLENGED_CARD);
    world.checkout.clock.set('2026-06-15T09:06:00Z');
    await world.checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactions()).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await world.row(caller, id)).toMatchObject({ status: 2, paid: 1 });
    expect((await world.shares(caller, id))[0]).toMatchObject({ status: 'paid', isHeld: false });
    await holds();
  });

  test('the same applies when the job recorded the expiry in between', async () => {
    const { id, shares } = await invoiceFor(1, { due_date: '2026-06-15T09:05:00Z' });
    const { location } = await world.pay(shares[0]!, CHALLENGED_CARD);
    world.checkout.clock.set('2026-06-15T09:06:00Z');
    await invoiceJobs['expire-invoices']!(world.checkout.app, {});
    expect(await world.row(caller, id)).toMatchObject({ status: 4, paid: 0 });
    await world.checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactions()).toMatchObject([{ status: 1, flags: ['late'] }]);
    expect(await world.row(caller, id)).toMatchObject({ status: 2, paid: 1 });
    await holds();
  });

  test('a group past its due date is Expired until the last of its customers has paid, and then Paid', async () => {
    const { id, shares } = await invoiceFor(2, { due_date: '2026-06-15T09:05:00Z' });
    const codes = [await kiosk(shares[0]!), await kiosk(shares[1]!)];
    world.checkout.clock.set('2026-06-15T09:30:00Z');
    await arrives(codes[0]!.ref, 'K-1');
    expect(await world.row(caller, id)).toMatchObject({ status: 4, paid: 1 });
    await expect(world.checkout.sql`
      update invoices set status = 2 where merchant_id = ${caller.merchantId} and id = ${id}`).rejects.toMatchObject(
      {
        constraint_name: 'invoices_legal_transition',
      },
    );
    await arrives(codes[1]!.ref, 'K-2');
    expect(await world.row(caller, id)).toMatchObject({ status: 2, paid: 2 });
    expect(await transactions()).toMatchObject([
      { status: 1, flags: ['late'], charged: 10_000, net: 9_344 },
      { status: 1, flags: ['late'], charged: 10_000, net: 9_344 },
    ]);
    await invoiceJobs['expire-invoices']!(world.checkout.app, {});
    expect(await world.row(caller, id)).toMatchObject({ status: 2 });
    await holds();
  });

  test('a payment in progress while the invoice is canceled is booked as not owed, and the invoice stays canceled', async () => {
    const { id, shares } = await invoiceFor(2);
    const { location } = await world.pay(shares[0]!, CHALLENGED_CARD);
    await deactivateInvoice(world.checkout.app, caller, id);
    expect(reasonOf(await page(shares[1]!))).toBe('inactive');
    expect(reasonOf(await world.pay(shares[1]!))).toBe('inactive');
    await world.checkout.post(`${location}/challenge`, { result: 'approve' });
    expect(await transactions()).toMatchObject([{ status: 1, flags: ['late', 'not-owed'], charged: 10_000 }]);
    expect(await world.row(caller, id)).toMatchObject({ status: 3, paid: 0 });
    expect(await world.shares(caller, id)).toMatchObject([
      { status: 'canceled', isHeld: false },
      { status: 'canceled' },
    ]);
    await holds();
  });

  test('canceling and ten payments at once: in any order, the figures add up', async () => {
    const { id, shares } = await invoiceFor(10);
    const all = [
      deactivateInvoice(world.checkout.app, caller, id),
      ...shares.map((share) => world.pay(share)),
    ];
    await Promise.all(all);
    const paid = (await transactions()).filter(
      ({ status, flags }) => status === 1 && !flags.includes('not-owed'),
    ).length;
    const { status, paid: counted } = await world.row(caller, id);
    expect(counted).toBe(paid);
    expect(status).toBe(3);
    const states = (await world.shares(caller, id)).map((share) => share.status);
    expect(states.filter((state) => state === 'paid')).toHaveLength(paid);
    expect(states.filter((state) => state === 'unpaid')).toEqual([]);
    await holds();
  });
});

describe('editing between payments', () => {
  const edit = async (id: number, shares: ShareRow[], amount: number) => {
    const form = validate(
      InvoiceForm,
      world.form(
        shares.map(({ customerId }) => customerId),
        { amount },
      ),
    );
    if (!form.ok) throw new Error('form');
    return updateInvoice(world.checkout.app, caller, id, form.value);
  };

  test('between the page and its form is reported: no payer is charged an amount they did not see', async () => {
    const { id, shares } = await invoiceFor(1);
    const address = `/pay/${shares[0]!.token}`;
    const opened = await world.checkout.get(address);
    if (opened.view?.page.kind !== 'open') throw new Error('closed');
    const shown = shownCharges(opened.view.page.methods);
    await edit(id, shares, 200);
    const refused = await world.checkout.post(address, { ...cardForm(), shown });
    expect(refused.status).toBe(409);
    expect(refused.view?.page).toMatchObject({
      kind: 'open',
      payable: { total: 20_000 },
      errors: {},
      notice: { key: 'AmountChanged' },
    });
    expect(await transactions()).toEqual([]);
    if (refused.view?.page.kind !== 'open') throw new Error('closed');
    const again = shownCharges(refused.view.page.methods);
    expect((await world.checkout.post(address, { ...cardForm(), shown: again })).status).toBe(303);
    await holds();
  });

  test('is refused during a payment, while a code can still be paid, and after a payment', async () => {
    const { id, shares } = await invoiceFor(2);
    await world.pay(shares[0]!, CHALLENGED_CARD);
    await expect(edit(id, shares, 200)).rejects.toMatchObject({ status: 400 });
    world.checkout.clock.advance({ minutes: ATTEMPT_HOLD_MINUTES });
    await kiosk(shares[1]!);
    world.checkout.clock.advance({ minutes: 60 });
    await expireAttempts(world.checkout.app);
    await expect(edit(id, shares, 200)).rejects.toMatchObject({ status: 400 });
    world.checkout.clock.advance({ hours: 24 });
    await edit(id, shares, 200);
    await world.pay(shares[0]!);
    await expect(edit(id, shares, 300)).rejects.toMatchObject({ status: 400 });
    await holds();
  });

  test('late money at the old price is booked, but never pays the new one; the address stays', async () => {
    const { id, shares } = await invoiceFor(1);
    const code = await kiosk(shares[0]!);
    world.checkout.clock.advance({ hours: 25 });
    await expireAttempts(world.checkout.app);
    await edit(id, shares, 250);
    await arrives(code.ref, 'K-1');
    expect(await transactions()).toMatchObject([{ status: 1, value: 10_000, flags: ['late', 'not-owed'] }]);
    expect(await world.row(caller, id)).toMatchObject({ status: 1, paid: 0 });
    const opened = await page(shares[0]!);
    expect(opened.view?.page).toMatchObject({ kind: 'open', payable: { total: 25_000 } });
    expect((await world.pay(shares[0]!)).status).toBe(303);
    expect(await world.row(caller, id)).toMatchObject({ status: 2, paid: 1 });
    await holds();
  });

  test('the address of an attempt leads to it after the invoice was changed, and is on its receipt', async () => {
    const { id, shares } = await invoiceFor(2, { currency_id: 2, amount: 10 });
    const form = { method: '4', phone: '01001234567' };
    const { location } = await world.checkout.post(`/pay/${shares[0]!.token}`, form);
    const attempt = (await findAttemptByToken(
      world.checkout.app.db,
      caller.merchantId,
      location!.split('/').at(-1)!,
    ))!;
    world.checkout.clock.advance({ hours: 25 });
    await expireAttempts(world.checkout.app);
    await edit(id, shares, 250);
    const shown = async (path: string) => (await world.checkout.get(path)).view?.page;
    expect(await shown(location!)).toMatchObject({
      kind: 'attempt',
      attempt: { state: 'expired', canRetry: true },
    });
    expect(JSON.parse((await world.checkout.get(`${location}/status`)).raw)).toEqual({ state: 'expired' });
    await arrives(attempt, 'K-1', 48_500);
    // The former amount, not the current one.
    expect(await shown(location!)).toMatchObject({
      payable: { currency: 'USD', total: 1_000, charged: { piastres: 48_500, rate: 48.5 } },
      attempt: { state: 'succeeded', receivedPiastres: 48_500, uncounted: 'canceled' },
    });
    await world.runJobs();
    const sent = await readOutbox(world.checkout.app, { merchantId: caller.merchantId });
    expect(sent.find(({ channel }) => channel === 'email')!.text).toContain(location);
    // With another share's address it does not exist.
    const other = location!.replace(shares[0]!.token, shares[1]!.token);
    expect((await world.checkout.get(other)).status).toBe(404);
    await holds();
  });

  test('a payment and an edit at once: one of them is refused, and the amount paid is the current price', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, shares } = await invoiceFor(1);
      const [edited, paid] = await Promise.allSettled([edit(id, shares, 250), world.pay(shares[0]!)]);
      const [{ total } = { total: 0 }] = await world.checkout.sql<{ total: number }[]>`
        select total from invoices where merchant_id = ${caller.merchantId} and id = ${id}`;
      expect(total).toBe(edited.status === 'fulfilled' ? 25_000 : 10_000);
      const isPaid = paid.status === 'fulfilled' && paid.value.status === 303;
      expect(isPaid || edited.status === 'fulfilled').toBe(true);
      expect(await world.row(caller, id)).toMatchObject(
        isPaid ? { status: 2, paid: 1 } : { status: 1, paid: 0 },
      );
      if (isPaid) expect((await transactions()).at(-1)).toMatchObject({ status: 1, value: total, flags: [] });
    }
    await holds();
  });

  test('a customer who was removed from the invoice can no longer pay it', async () => {
    const { id, shares } = await invoiceFor(2);
    await edit(id, [shares[0]!], 100);
    expect(reasonOf(await world.pay(shares[1]!))).toBe('inactive');
    expect((await world.pay(shares[0]!)).status).toBe(303);
    expect(await world.row(caller, id)).toEqual({ status: 2, paid: 1, customers: 1 });
    await holds();
  });
});

test('the page of an invoice names its customer, and asks for nothing that is known', async () => {
  const { shares } = await invoiceFor(1, { description: 'شقة 4', currency_id: 2, amount: 10 });
  const { view } = await page(shares[0]!);
  expect(view?.page).toMatchObject({
    kind: 'open',
    asks: [],
    payable: {
      kind: 'invoice',
      title: 'إيجار يونيو',
      description: 'شقة 4',
      total: 1_000,
      charged: { piastres: 48_500, rate: 48.5 },
      dueDate: '2026-06-22T09:00:00.000Z',
      billTo: { name: 'منى عادل' },
    },
  });
  await world.pay(shares[0]!);
  const [paid] = await world.checkout.sql`
    select source_kind, source_name, customer_name from transactions where merchant_id = ${caller.merchantId}`;
  expect(paid).toEqual({ source_kind: 'invoice', source_name: 'إيجار يونيو', customer_name: 'منى عادل' });
});
