import { DOCUMENT_FILES } from '@daftar/contract/files';
import { ask } from '../../src/approvals/ask.ts';
import { answerChargeback } from '../../src/chargebacks/answer.ts';
import { openChargeback } from '../../src/chargebacks/decide.ts';
import { payForDemo } from '../../src/checkout/seed.ts';
import { storeFile } from '../../src/files/index.ts';
import type { Caller } from '../../src/platform/context.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import { settleNow } from '../../src/settlements/service.ts';
import { creditOf, issueNext } from './fee-invoices.ts';
import { pdf, picture } from './files.ts';
import { callerOf, receivingAccount } from './money.ts';
import { linkForm, ownFields } from './samples-payables.ts';
import type { Actor } from './server.ts';
import { next, type Sample, type World } from './world.ts';

/** Makes a successful payment of 100 EGP as a payer. */
export async function paymentOf(world: World, method: 1 | 2 = 1): Promise<{ id: number; reference: string }> {
  const { daftar, actor, mode } = world;
  const body = { ...linkForm(daftar), payment_methods: [method] };
  const call = { method: 'POST', path: '/merchant/payment_links/create', mode, as: actor } as const;
  const made = await daftar.call({ ...call, body });
  const clock = new FakeClock(daftar.clock.now());
  await payForDemo({ ...daftar.app, clock }, clock, String(made.body.data.link).split('/').at(-1) ?? '', {
    method,
    ending: 'pays',
    payer: { name: 'Sara', email: 'sara@example.com', mobile: PAYER_MOBILE, address: 'Cairo' },
    cardNumber: '4242424242424242',
    waitMinutes: 1,
  });
  const [row] = await daftar.app.db<{ id: number; reference: string }[]>`
    select id, reference from transactions
    where merchant_id = ${actor.merchantId} and mode = ${mode} order by id desc limit 1`;
  return row!;
}

const PAYER_MOBILE = '01112345678';

/** Makes a payment in test mode, whatever the sample's mode. */
const testPaymentOf = async (world: World) => ({ id: (await paymentOf({ ...world, mode: 'test' })).id });

/** Settles payments, so that the actor's merchant has an available balance. */
async function fund(world: World): Promise<void> {
  await paymentOf(world);
  const { app, database } = world.daftar;
  const { merchantId } = world.actor;
  await database.sql`update bank_accounts set receives_settlements = false where merchant_id = ${merchantId}`;
  await database.sql`select settle_due(${merchantId}, ${world.mode}, '9999-12-31',
    ${`STL-${String(next()).padStart(8, '0')}`}, ${app.clock.now()})`;
}

/** Creates a settlement of the actor's merchant in test mode. */
async function settlementOf(world: World): Promise<{ id: number }> {
  await paymentOf({ ...world, mode: 'test' });
  const made = await settleNow(world.daftar.app, {
    ...world.actor,
    locale: 'en',
    address: '',
  } as unknown as Caller);
  return { id: made!.id };
}

/** Creates a settlement in test mode to the receiving account, which it adds if missing. */
export async function settlementToBankOf(world: World): Promise<{ id: number }> {
  const { merchantId } = world.actor;
  const { sql } = world.daftar.database;
  const accounts =
    await sql`select from bank_accounts where merchant_id = ${merchantId} and receives_settlements`;
  if (accounts.length === 0) await receivingAccount(world.daftar, world.actor);
  return settlementOf(world);
}

/** Issues an invoice of fees of the actor's merchant. */
export async function feeInvoiceOf({ daftar, actor }: World): Promise<{ id: number }> {
  await paymentOf({ daftar, actor, mode: 'live' });
  return { id: await issueNext(daftar.app, actor.merchantId) };
}

/** Issues a credit note of an invoice of fees of the actor's merchant. */
export async function creditNoteOf(world: World): Promise<{ id: number }> {
  const { id } = await feeInvoiceOf(world);
  return { id: await creditOf(world.daftar.app, world.actor.merchantId, id, { fee: 100, vat: 14 }) };
}

/** Creates an open chargeback of the actor's merchant. */
export async function chargebackOf(world: World): Promise<{ id: number }> {
  const payment = await paymentOf(world);
  const ref = { merchantId: world.actor.merchantId, transactionId: payment.id };
  await openChargeback(world.daftar.app, ref, { reason: 'fraudulent', actor: 'test' });
  const [row] = await world.daftar.app.db<{ id: number }[]>`
    select max(id) as id from chargebacks where merchant_id = ${ref.merchantId} and mode = ${world.mode}`;
  return { id: row!.id };
}

/** Responds to a new chargeback with one file. @returns the chargeback's id and the file's path */
export async function evidenceOf(
  world: World,
): Promise<{ merchantId: number; id: number; filePath: string }> {
  const { daftar, actor } = world;
  const { id } = await chargebackOf(world);
  const file = { field: 'file', name: 'receipt.png', claimedType: '', content: await picture() };
  const stored = await storeFile(daftar.app, actor, { purpose: 'evidence', file, rule: DOCUMENT_FILES });
  const caller = callerOf(actor, world.mode);
  await answerChargeback(daftar.app, caller, id, { answer: 'It was delivered', files: [stored.path] });
  return { merchantId: actor.merchantId, id, filePath: stored.path };
}

/** Creates a payout that waits for collection. */
export async function payoutOf(world: World): Promise<{ id: number }> {
  await fund(world);
  const { daftar, actor, mode } = world;
  const call = { method: 'POST', path: '/merchant/payment_links/payout', mode, as: actor } as const;
  const { body } = await daftar.call({ ...call, body: { amount: 5 } });
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from payouts where merchant_id = ${actor.merchantId} and code = ${body.data.code}`;
  return row!;
}

/** Refunds half a pound of a payment. */
export async function refundOf(world: World): Promise<{ id: number }> {
  const { daftar, actor, mode } = world;
  const { id } = await paymentOf(world);
  const path = `/merchant/transactions/${id}/refunds`;
  const made = await daftar.call({ method: 'POST', path, mode, as: actor, body: { amount: 0.5 } });
  return { id: made.body.data.id };
}

/** Creates a colleague's request that waits for the actor's approval. */
async function requestOf(world: World): Promise<{ id: number }> {
  return {
    id: await refundRequestBy(world, await world.daftar.colleague(world.actor, ['transaction-refund'])),
  };
}

/** Creates a person's request to refund 10 EGP. @returns its id */
async function refundRequestBy(world: World, by: Actor): Promise<number> {
  const payment = await paymentOf(world);
  const { app } = world.daftar;
  const caller = { ...by, mode: world.mode, locale: 'en', address: '' } as unknown as Caller;
  return transaction(app.db, (tx) => ask(app, tx, caller, { kind: 'refund', amountPiastres: 1000, payment }));
}

/** Returns a form with a small PDF. */
function paperForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob([pdf()]), 'delivery.pdf');
  return form;
}

/** Samples by `noun.endpoint`. */
export const moneySamples: Record<string, Sample> = {
  'transactions.details': {
    params: async (world) => ({ id: (await paymentOf(world)).id }),
  },
  'refunds.amanInquiry': {
    body: async (world) => ({
      Mobile: PAYER_MOBILE,
      transactionReference: (await paymentOf(world, 2)).reference,
    }),
  },
  'refunds.amanSendOtp': { body: () => ({ MobileNumber: PAYER_MOBILE }) },
  'refunds.amanRefund': {
    body: async (world) => ({
      Mobile: PAYER_MOBILE,
      transactionReference: (await paymentOf(world, 2)).reference,
      OTP: '123456',
      amount: '10.00',
    }),
  },
  'refunds.create': {
    params: async (world) => ({ id: (await paymentOf(world)).id }),
    body: () => ({ amount: 0.5, reason: 'Came broken' }),
  },
  'refunds.details': { params: refundOf },
  'refunds.setOwnFields': { params: refundOf, body: ownFields },
  'refunds.ofTransaction': { params: async (world) => ({ id: (await paymentOf(world)).id }) },
  'payouts.request': {
    body: async (world) => {
      await fund(world);
      return { amount: 5 };
    },
  },
  'payouts.details': { params: payoutOf },
  'settlements.export': { params: settlementOf },
  'settlements.details': {
    params: async (world) => {
      await fund(world);
      const { merchantId } = world.actor;
      const [row] = await world.daftar.app.db<{ id: number }[]>`
        select max(id) as id from settlements where merchant_id = ${merchantId} and mode = ${world.mode}`;
      return { id: row!.id };
    },
  },
  'fee-invoices.details': { params: feeInvoiceOf },
  'fee-invoices.pdf': { params: feeInvoiceOf },
  'fee-invoices.creditNotePdf': { params: creditNoteOf },
  'chargebacks.details': { params: chargebackOf },
  'chargebacks.addEvidence': { params: chargebackOf, body: paperForm },
  'chargebacks.answer': { params: chargebackOf, body: () => ({ answer: 'It was delivered' }) },
  'approvals.approve': { params: (world) => requestOf(world) },
  'approvals.decline': { params: (world) => requestOf(world), body: () => ({ reason: 'Agreed otherwise' }) },
  'approvals.withdraw': {
    params: async (world) => ({ id: await refundRequestBy(world, world.actor) }),
  },
  'simulator.payment': { body: () => ({ scenario: 'payment-succeeded' }) },
  'simulator.money': { body: () => ({ scenario: 'settlement' }) },
  'simulator.ofTransaction': { params: async (world) => testPaymentOf(world) },
  'simulator.transaction': {
    params: async (world) => testPaymentOf(world),
    body: () => ({ scenario: 'chargeback-opened' }),
  },
  'approvals.saveSettings': { body: () => ({ enabled: false, refund_above: 0 }) },
};
