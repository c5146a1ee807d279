/** Customers hear of their invoices by the channels asked for, in the invoice's language, each thing once. */

import { InvoiceForm } from '@daftar/contract/invoices';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestInvoices, type TestInvoices } from '../../tests/kit/invoices.ts';
import { applyOutcome } from '../checkout/outcomes.ts';
import { findAttemptByToken } from '../checkout/store.ts';
import { readOutbox } from '../messages/outbox.ts';
import { purgeMessages } from '../messages/purge.ts';
import type { App, Caller } from '../platform/context.ts';
import { invoiceJobs } from './jobs.ts';
import { resendInvoice, sendInvoice } from './messages.ts';
import { deactivateInvoice, listCustomers, updateInvoice } from './service.ts';
import { getReminders, listMessages, saveReminders } from './settings.ts';

let world: TestInvoices;
let app: App;
let caller: Caller;
beforeAll(async () => {
  world = await startTestInvoices();
  app = world.checkout.app;
});
beforeEach(async () => {
  world.checkout.clock.set('2026-06-15T09:00:00Z');
  caller = await world.merchant();
});
afterAll(() => world.checkout.close());

const paging = { page: 1, pageSize: 100, sortBy: 'id', sortType: 'asc' } as const;
const told = async (id: number) =>
  (await listMessages(app, caller, id, paging)).rows.map(({ kind, channel }) => `${kind} ${channel}`);
const texts = async () =>
  (await readOutbox(app, { merchantId: caller.merchantId }))
    .reverse()
    .map(({ subject, text }) => `${subject}\n${text}`);
const remind = async () => {
  await invoiceJobs['remind-of-invoices']!(app, {});
  await world.runJobs();
};
async function two(more: Record<string, unknown> = {}) {
  const customers = [await world.customer(caller, 'منى عادل'), await world.customer(caller, 'Omar Said')];
  const id = await world.invoice(caller, customers, { notify_by_email: true, ...more });
  return { id, customers };
}

describe('sending', () => {
  test('every customer gets the invoice by each channel of the form, with a separate address', async () => {
    const { id } = await two({ notify_by_sms: true });
    await world.runJobs();
    expect(await told(id)).toEqual(['sent email', 'sent sms', 'sent email', 'sent sms']);
    const [first, second] = await world.shares(caller, id);
    const sent = await texts();
    expect(sent[0]).toContain(`/pay/${first!.token}`);
    expect(sent[0]).toContain('لديك فاتورة من متجر النور');
    expect(sent[0]).toContain('100.00 ج.م.');
    expect(sent[1]).toContain(`/pay/${first!.token}`);
    expect(sent[3]).toContain(`/pay/${second!.token}`);
    expect(sent.join('\n')).not.toMatch(/\{\{|invoices\./);
  });

  test('an invoice that was only saved is not sent until requested, and each customer’s row shows when that was', async () => {
    const { id, customers } = await two({ send: false });
    await world.runJobs();
    expect(await told(id)).toEqual([]);
    const sentAt = async () => {
      const { rows } = await listCustomers(app, caller, id, paging, undefined);
      return rows.map(({ sent_at }) => sent_at);
    };
    expect(await sentAt()).toEqual([null, null]);
    await resendInvoice(
      app,
      caller,
      { invoiceId: id, customerId: customers[0]! },
      { email: true, sms: false },
    );
    expect(await sentAt()).toEqual(['2026-06-15T09:00:00.000Z', null]);
  });

  test('an invoice in English is sent in English', async () => {
    await two({ language: 2, currency_id: 2, amount: 1234.5 });
    await world.runJobs();
    const [mail] = await texts();
    expect(mail).toContain('1,234.50 USD');
    expect(mail).toContain('22 June 2026 at 12:00 pm (Cairo time)');
    expect(mail).not.toMatch(/\{\{|invoices\./);
  });

  test('no customer is notified when the form asks for no channel', async () => {
    const { id } = await two({ notify_by_email: false });
    await world.runJobs();
    expect(await told(id)).toEqual([]);
  });

  test('a job that died halfway sends the missing messages when it runs again, and none twice', async () => {
    const customers: number[] = [];
    for (let n = 0; n < 7; n += 1) customers.push(await world.customer(caller));
    const id = await world.invoice(caller, customers, { notify_by_email: true });
    const job = { merchantId: caller.merchantId, invoiceId: id, kind: 'sent', occasion: '1' } as const;
    await sendInvoice(app, job);
    // As after a crash: some of the promises had not been written.
    await world.checkout.sql`
      delete from messages where merchant_id = ${caller.merchantId}
       and id in (select id from messages where merchant_id = ${caller.merchantId} order by id limit 3)`;
    await world.checkout.sql`
      delete from invoice_messages i where not exists (select from messages m where m.merchant_id = i.merchant_id and m.id = i.id)`;
    await Promise.all([sendInvoice(app, job), sendInvoice(app, job), world.runJobs()]);
    expect(await told(id)).toHaveLength(7);
    const [{ jobs } = { jobs: 0 }] = await world.checkout.sql<{ jobs: number }[]>`
      select count(distinct m.id)::int as jobs from messages m
       where m.merchant_id = ${caller.merchantId} and m.dedupe_key like 'invoice:%'`;
    expect(jobs).toBe(7);
  });

  test('an invoice canceled before its job ran is not sent', async () => {
    const { id } = await two();
    await deactivateInvoice(app, caller, id);
    await world.runJobs();
    expect(await told(id)).toEqual([]);
  });

  test('an edited invoice is sent as changed, and the former message is dropped', async () => {
    const { id, customers } = await two();
    const form = validate(
      InvoiceForm,
      world.form(customers, { amount: 250, notify_by_email: true, language: 2 }),
    );
    if (!form.ok) throw new Error('form');
    await updateInvoice(app, caller, id, form.value);
    await world.runJobs();
    expect(await told(id)).toEqual(['updated email', 'updated email']);
    expect((await texts())[0]).toContain('250.00 EGP');
  });
});

describe('reminders', () => {
  const due = '2026-06-20T10:00:00Z';

  test('are off until turned on, separately for each mode', async () => {
    expect(await getReminders(app, caller)).toEqual({ before_days: null, after_days: null });
    await saveReminders(app, caller, { before_days: 3, after_days: 1 });
    expect(await getReminders(app, caller)).toEqual({ before_days: 3, after_days: 1 });
    expect(await getReminders(app, { ...caller, mode: 'live' })).toEqual({
      before_days: null,
      after_days: null,
    });
    const { id } = await two({ due_date: due });
    await world.runJobs();
    await saveReminders(app, caller, { before_days: null, after_days: null });
    world.checkout.clock.set('2026-06-25T10:00:00Z');
    await remind();
    expect(await told(id)).toEqual(['sent email', 'sent email']);
  });

  test('are sent once before and once after the due date, only to customers who have not paid', async () => {
    await saveReminders(app, caller, { before_days: 3, after_days: 1 });
    const { id } = await two({ due_date: due });
    await world.runJobs();
    const [first] = await world.shares(caller, id);
    world.checkout.clock.set('2026-06-17T09:59:00Z');
    await remind();
    expect(await told(id)).toHaveLength(2);
    world.checkout.clock.set('2026-06-17T10:00:00Z');
    for (let again = 0; again < 3; again += 1) await remind();
    expect((await told(id)).slice(2)).toEqual(['reminder-before email', 'reminder-before email']);
    await world.pay(first!);
    await world.runJobs();
    const before = await told(id);
    world.checkout.clock.set('2026-06-21T10:00:00Z');
    for (let again = 0; again < 3; again += 1) await remind();
    expect((await told(id)).slice(before.length)).toEqual(['reminder-after email']);
    expect((await texts()).at(-1)).toContain('فات موعد استحقاق');
  });

  test('hundreds due at the same moment are all sent, once', async () => {
    await saveReminders(app, caller, { before_days: 1, after_days: null });
    const customer = await world.customer(caller);
    for (let n = 0; n < 210; n += 1) {
      await world.invoice(caller, [customer], {
        due_date: n < 205 ? due : '2026-06-20T11:00:00Z',
        notify_by_sms: true,
      });
    }
    await world.runJobs();
    world.checkout.clock.set('2026-06-19T12:00:00Z');
    await Promise.all([remind(), remind()]);
    await remind();
    const [{ count } = { count: 0 }] = await world.checkout.sql<{ count: number }[]>`
      select count(*)::int as count from invoice_messages
       where merchant_id = ${caller.merchantId} and kind = 'reminder-before'`;
    expect(count).toBe(210);
  });

  test('are not sent for an invoice created too late for them', async () => {
    await saveReminders(app, caller, { before_days: 7, after_days: null });
    const { id } = await two({ due_date: due });
    await world.runJobs();
    world.checkout.clock.advance({ hours: 1 });
    await remind();
    expect(await told(id)).toEqual(['sent email', 'sent email']);
  });
});

test('an invoice of an unverified merchant names us, its reference and its amount, and quotes no text of the merchant', async () => {
  await world.checkout.sql`update merchants set status = 1 where id = ${caller.merchantId}`;
  await two({ notify_by_sms: true, invoice_name: 'Claim 777 now' });
  await world.runJobs();
  const sent = await texts();
  expect(sent).toHaveLength(4);
  for (const text of sent) {
    expect(text).not.toMatch(/متجر النور|Claim|منى|Omar/);
    expect(text).toMatch(/100\.00/);
  }
});

test('an invoice still shows what was sent, by which channel and when, after the outbox is purged', async () => {
  const { id } = await two({ notify_by_sms: true });
  await world.runJobs();
  await world.checkout.sql`update messages set created_at = ${app.clock.now()}`;
  const history = async () => (await listMessages(app, caller, id, paging)).rows;
  const sentAt = async () =>
    (await listCustomers(app, caller, id, paging, undefined)).rows.map(({ sent_at }) => sent_at);
  const before = await history();
  world.checkout.clock.advance({ days: 366 });
  await purgeMessages(app);
  expect(await world.checkout.sql`select from messages where merchant_id = ${caller.merchantId}`).toEqual([]);
  expect(before).toHaveLength(4);
  expect(await history()).toEqual(before.map((each) => ({ ...each, to: expect.stringContaining('•••') })));
  expect(await sentAt()).toEqual(['2026-06-15T09:00:00.000Z', '2026-06-15T09:00:00.000Z']);
});

describe('a receipt', () => {
  test('carries the invoice’s facts in the invoice’s language, whatever language the payer saw', async () => {
    const { id } = await two({ language: 1 });
    await world.runJobs();
    const [share] = await world.shares(caller, id);
    const headers = { 'accept-language': 'en' };
    await world.checkout.get(`/pay/${share!.token}?lang=en`, headers);
    await world.checkout.payByCard(share as never, undefined, headers);
    await world.runJobs();
    await world.runJobs();
    expect(await told(id)).toEqual(['sent email', 'sent email', 'receipt email', 'receipt sms']);
    const receipt = (await texts()).at(-2)!;
    expect(receipt).toContain('تمت عملية الدفع بنجاح');
    expect(receipt).toMatch(/INV-[0-9A-Z]{8}/);
    expect(receipt).toMatch(/TRX-[0-9A-Z]{8}/);
    expect(receipt).toContain(`/pay/${share!.token}/invoice.pdf`);
    expect(receipt).not.toMatch(/\{\{|invoices\./);
  });
});

describe('the receipt of a payment that does not pay the invoice', () => {
  const ours = /\bis paid\b|successful|تم دفع|تمت عملية الدفع/;

  /** A kiosk code of the first customer, who gave an address. @returns how its cash comes in */
  const codeFor = async (id: number) => {
    const [share] = await world.shares(caller, id);
    const { location } = await world.checkout.post(`/pay/${share!.token}`, { method: '4' });
    const attempt = (await findAttemptByToken(app.db, caller.merchantId, location!.split('/').at(-1)!))!;
    return (reference: string, receivedPiastres: number) =>
      applyOutcome(app, attempt, { state: 'succeeded', reference, receivedPiastres, disputes: false });
  };
  /** Returns the latest messages: an e-mail and an SMS. */
  const written = async () => {
    await world.runJobs();
    return (await texts()).slice(-2);
  };

  test.each([
    [2, 'part of the amount', 'The invoice is not paid yet'],
    [1, 'جزء من مبلغ', 'ولم تُدفع الفاتورة'],
  ])('in language %i says that a partial payment is partial', async (language, ...sentences) => {
    const { id } = await two({ language, notify_by_email: false });
    await (await codeFor(id))('K-1', 9_000);
    const [mail, sms] = await written();
    for (const sentence of sentences) expect(mail).toContain(sentence);
    expect(sms).toContain(sentences[0]);
    expect(`${mail} ${sms}`).toContain('90.00');
    expect(`${mail} ${sms}`).not.toMatch(ours);
    expect(`${mail} ${sms}`).not.toMatch(/\{\{|invoices\./);
  });

  test.each([
    [2, 'had already canceled or changed', /been told to refund you/],
    [1, 'بعد أن ألغاها', /ليرد لك المبلغ/],
  ])('in language %i says that a canceled invoice stays canceled', async (language, sentence, refund) => {
    const { id } = await two({ language, notify_by_email: false });
    const pay = await codeFor(id);
    await deactivateInvoice(app, caller, id);
    await pay('K-1', 10_000);
    const [mail, sms] = await written();
    expect(mail).toContain(sentence);
    expect(mail).toMatch(refund);
    expect(sms).toMatch(refund);
    expect(`${mail} ${sms}`).not.toMatch(ours);
    expect(`${mail} ${sms}`).not.toMatch(/\{\{|invoices\./);
  });

  test.each([
    [2, 'had already been paid'],
    [1, 'كانت مدفوعة بالفعل'],
  ])('in language %i says that the invoice was already paid', async (language, sentence) => {
    const { id } = await two({ language, notify_by_email: false });
    const pay = await codeFor(id);
    await pay('K-1', 10_000);
    await written();
    await pay('K-2', 10_000);
    const [mail, sms] = await written();
    expect(mail).toContain(sentence);
    expect(sms).toContain(sentence);
    expect(`${mail} ${sms}`).not.toMatch(ours);
  });
});

describe('sending again', () => {
  test('goes to the customer’s current address, and pressing twice sends once', async () => {
    const { id, customers } = await two({ notify_by_email: false });
    const ref = { invoiceId: id, customerId: customers[0]! };
    await world.checkout.sql`
      update customers set email = 'new@example.com' where merchant_id = ${caller.merchantId} and id = ${customers[0]!}`;
    const both = { email: true, sms: true };
    expect(await resendInvoice(app, caller, ref, both)).toBe(true);
    expect(await resendInvoice(app, caller, ref, both)).toBe(false);
    world.checkout.clock.advance({ seconds: 61 });
    expect(await resendInvoice(app, caller, ref, { email: true, sms: false })).toBe(true);
    const { rows } = await listMessages(app, caller, id, paging);
    expect(rows.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
      'resent email',
      'resent sms',
      'resent email',
    ]);
    expect(rows[0]).toMatchObject({ to: 'new@example.com', customer_name: 'منى عادل', state: 'queued' });
  });

  test('is refused without a channel, once paid, and once canceled', async () => {
    const { id, customers } = await two();
    const ref = { invoiceId: id, customerId: customers[0]! };
    const by = { email: true, sms: false };
    await expect(resendInvoice(app, caller, ref, { email: false, sms: false })).rejects.toMatchObject({
      status: 422,
    });
    const [share] = await world.shares(caller, id);
    await world.pay(share!);
    await expect(resendInvoice(app, caller, ref, by)).rejects.toMatchObject({ status: 400 });
    await deactivateInvoice(app, caller, id);
    const other = { ...ref, customerId: customers[1]! };
    await expect(resendInvoice(app, caller, other, by)).rejects.toMatchObject({ status: 400 });
    const stranger = await world.customer(caller);
    await expect(resendInvoice(app, caller, { ...ref, customerId: stranger }, by)).rejects.toMatchObject({
      status: 404,
    });
  });
});
