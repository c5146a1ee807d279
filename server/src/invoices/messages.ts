/** Messages to customers about their invoices. Each is sent exactly once, even if the server dies in between. */
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { payAddresses, payerOrigin } from '../branding/origin.ts';
import { type PaidFacts, uncountedReason } from '../checkout/index.ts';
import { lookUp } from '../customers/service.ts';
import { sendMessage } from '../messages/send.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { composeMessage, type ReceiptFacts } from './compose.ts';
import { InvoiceNotFound, InvoiceNotUnpaid, MessagesWithheld, NoChannel, ShareNotUnpaid } from './errors.ts';
import { lockInvoice } from './store-lock.ts';
import * as store from './store-messages.ts';
import { findShare } from './store-shares.ts';

/** Number of shares that get a message in one transaction. */
const BATCH = 100;
/** Resending again within this time has no effect. */
const RESEND_PAUSE_SECONDS = 60;

/**
 * Payload of the job `send-invoice`. `occasion` identifies the message permanently: the edit, or the due date of the
 * reminder.
 */
export interface SendInvoice {
  merchantId: number;
  invoiceId: number;
  kind: 'sent' | 'updated' | 'reminder-before' | 'reminder-after';
  occasion: string;
}

/** Returns whether the message still applies: a canceled, paid or edited invoice is not sent. */
function isStillTrue(job: SendInvoice, facts: store.InvoiceFacts): boolean {
  switch (job.kind) {
    case 'sent':
    case 'updated':
      return facts.status === INVOICE_STATUS.unpaid && String(facts.revision) === job.occasion;
    case 'reminder-before':
      return facts.status === INVOICE_STATUS.unpaid && facts.dueAt.toISOString() === job.occasion;
    case 'reminder-after':
      return facts.status === INVOICE_STATUS.expired && facts.dueAt.toISOString() === job.occasion;
  }
}

/** Job `send-invoice`: sends the invoice to every customer who has not paid, by its channels. */
export async function sendInvoice(app: App, job: SendInvoice): Promise<void> {
  const { merchantId, invoiceId } = job;
  let after = 0;
  for (;;) {
    const last = await transaction(app.db, async (tx) => {
      const facts = await store.findFacts(tx, merchantId, invoiceId, app.clock.now());
      if (!facts || !isStillTrue(job, facts)) return null;
      const shares = await store.listUnpaidShares(tx, merchantId, invoiceId, after, BATCH);
      const reach = await addressesOf({ ...app, db: tx }, merchantId, facts, shares);
      for (const share of shares) {
        const channels = { email: facts.notifyByEmail, sms: facts.notifyBySms };
        await promise(app, tx, merchantId, { facts, share, kind: job.kind, occasion: job.occasion }, [
          ...(channels.email ? [{ channel: 'email' as const, to: reach(share).email }] : []),
          ...(channels.sms ? [{ channel: 'sms' as const, to: reach(share).mobile }] : []),
        ]);
      }
      return shares.length === BATCH ? (shares.at(-1)?.id ?? null) : null;
    });
    if (last === null) return;
    after = last;
  }
}

/** Returns the customers' current contacts, which may have been corrected since the invoice was created. */
async function addressesOf(
  app: App,
  merchantId: number,
  facts: store.InvoiceFacts,
  shares: readonly store.MessagedShare[],
) {
  const ids = shares.map(({ customerId }) => customerId);
  const customers = await lookUp(app, { merchantId, mode: facts.mode }, { ids });
  const byId = new Map(customers.map((customer) => [customer.id, customer]));
  return (share: store.MessagedShare) => byId.get(share.customerId) ?? { email: '', mobile: '' };
}

interface Promised {
  facts: store.InvoiceFacts;
  share: store.MessagedShare;
  kind: store.MessageKind;
  occasion: string;
  receipt?: ReceiptFacts;
}

/** Writes messages to the outbox, each with a key that is never used twice. @returns the new ones. */
async function promise(
  app: App,
  tx: Tx,
  merchantId: number,
  { facts, share, kind, occasion, receipt }: Promised,
  ways: readonly { channel: 'email' | 'sms'; to: string }[],
): Promise<{ isWithheld: boolean }[]> {
  const written: { isWithheld: boolean }[] = [];
  const payUrl = (await payAddresses(app, tx, merchantId)) + share.token;
  const words = { ...facts, customerName: share.customerName, payUrl, documentUrl: `${payUrl}/invoice.pdf` };
  for (const { channel, to } of ways) {
    if (to === '') continue;
    const message = await sendMessage(app, tx, {
      merchantId,
      isOutside: true,
      payer: { customerId: share.customerId },
      mode: facts.mode,
      channel,
      to,
      dedupeKey: `invoice:${share.id}:${kind}:${occasion}:${channel}`,
      ...composeMessage(kind, channel, words, receipt),
    });
    if (message === null) continue;
    const of = { invoiceId: share.invoiceId, shareId: share.id, kind, now: app.clock.now() };
    await store.insertMessage(tx, merchantId, { ...message, ...of });
    written.push(message);
  }
  return written;
}

/** Sends the receipt of an invoice's payment, in the invoice's language, to the contacts that the payer gave. */
export async function sendReceipt(app: App, tx: Tx, paid: PaidFacts): Promise<void> {
  const { merchantId } = paid;
  const share =
    paid.payableId === null ? null : await store.findMessagedShare(tx, merchantId, paid.payableId);
  const facts = share && (await store.findFacts(tx, merchantId, share.invoiceId, app.clock.now()));
  if (!facts) throw new Error(`the invoice of transaction ${paid.transactionId} is gone`);
  const receipt = {
    chargedPiastres: paid.chargedPiastres,
    uncounted: uncountedReason(paid.flags),
    method: PAYMENT_METHODS.find(({ id }) => id === paid.method)?.code ?? '',
    transaction: paid.reference,
    paidAt: paid.paidAt,
    pageUrl: paid.receiptPath && (await payerOrigin(app, tx, merchantId)) + paid.receiptPath,
  };
  const named = { ...share, customerName: paid.name || share.customerName };
  const occasion = String(paid.transactionId);
  await promise(app, tx, merchantId, { facts, share: named, kind: 'receipt', occasion, receipt }, [
    { channel: 'email', to: paid.email },
    { channel: 'sms', to: paid.mobile },
  ]);
}

/**
 * Resends the invoice to one of its customers, by the chosen channels.
 * @returns false when it was resent a moment ago, so that pressing twice sends once.
 * @throws InvoiceNotFound, InvoiceNotUnpaid, ShareNotUnpaid, NoChannel, MessagesWithheld
 */
export async function resendInvoice(
  app: App,
  caller: Caller,
  ref: { invoiceId: number; customerId: number },
  by: { email: boolean; sms: boolean },
): Promise<boolean> {
  const now = app.clock.now();
  const { merchantId } = caller;
  return transaction(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, caller, ref.invoiceId, now);
    const share = invoice && (await findShare(tx, caller, ref.invoiceId, ref.customerId));
    const facts = share && (await store.findFacts(tx, merchantId, ref.invoiceId, now));
    if (!facts) throw new InvoiceNotFound();
    if (share.status === 'paid') throw new ShareNotUnpaid(share.status);
    if (facts.status !== INVOICE_STATUS.unpaid) throw new InvoiceNotUnpaid(facts.status);
    if (!by.email && !by.sms) throw new NoChannel();
    const since = new Date(now.getTime() - RESEND_PAUSE_SECONDS * 1000);
    if (await store.wasSentSince(tx, merchantId, share.id, 'resent', since)) return false;
    const messaged = { ...share, invoiceId: ref.invoiceId, customerName: share.name };
    const reach = (await addressesOf({ ...app, db: tx }, merchantId, facts, [messaged]))(messaged);
    const written = await promise(
      app,
      tx,
      merchantId,
      { facts, share: messaged, kind: 'resent', occasion: now.toISOString() },
      [
        ...(by.email ? [{ channel: 'email' as const, to: reach.email }] : []),
        ...(by.sms ? [{ channel: 'sms' as const, to: reach.mobile }] : []),
      ],
    );
    if (written.length > 0 && written.every(({ isWithheld }) => isWithheld)) throw new MessagesWithheld();
    return true;
  });
}
