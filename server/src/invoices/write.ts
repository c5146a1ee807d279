import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import type { InvoiceFormValues } from '@daftar/contract/invoices';
import { recordAudit } from '../audit/record.ts';
import { lockCustomers } from '../customers/service.ts';
import { changedBy, claimReference, lockOwn, newOwn } from '../integration-fields/fields.ts';
import { setOwnFields } from '../integration-fields/service.ts';
import { type Terms, termsOf } from '../payables/service.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { newReference } from '../platform/references.ts';
import { InvoiceNotEditable, InvoiceNotFound, InvoiceNotUnpaid } from './errors.ts';
import type { SendInvoice } from './messages.ts';
import { editRefusal } from './rules.ts';
import { lockInvoice, readIsBeingPaid } from './store-lock.ts';
import * as store from './store-write.ts';

/** Validates a form and computes all columns except those of its customers. @throws as createInvoice */
async function validateTerms(
  app: App,
  caller: Caller,
  form: InvoiceFormValues,
): Promise<Terms & { form: InvoiceFormValues }> {
  if (form.business_account_id != null && form.business_account_id !== caller.merchantId) {
    throw new InvoiceNotFound();
  }
  return { ...(await termsOf(app, caller, form)), form };
}

/** A saved invoice, and whether it is being sent to its customers. */
interface SavedInvoice {
  id: number;
  isSent: boolean;
}

/**
 * Creates an invoice for one customer or a group; each customer owes the whole total at an address of their own. The
 * value in EGP is fixed at the current rate. A job sends the invoice if the form says so.
 * @throws PastDueDate, TotalTooLarge, MethodNotAllowed, MerchantReferenceTaken, UnknownCustomer 422; 404 for a business account of others.
 */
export async function createInvoice(
  app: App,
  caller: Caller,
  form: InvoiceFormValues,
): Promise<SavedInvoice> {
  const terms = await validateTerms(app, caller, form);
  const { now } = terms;
  return transaction(app.db, async (tx) => {
    const customers = await lockCustomers(tx, caller, form.customers, 'customers');
    const invoice = { ...terms, customers, own: newOwn(form) };
    await claimReference(tx, 'invoices', caller, invoice.own);
    let created: { id: number; reference: string } | null = null;
    while (created === null) {
      const reference = newReference('INV');
      const id = await store.insertInvoice(tx, caller, reference, invoice);
      if (id !== null) created = { id, reference };
    }
    const { id, reference } = created;
    await store.insertShares(tx, caller, id, customers, now);
    await recordAudit(tx, caller, now, {
      action: 'invoice.create',
      subject: `invoice:${id}`,
      after: { reference, ...auditedOf(invoice) },
    });
    const isSent = isToBeSent(form);
    if (isSent) {
      await enqueueSending(tx, { merchantId: caller.merchantId, invoiceId: id, kind: 'sent', occasion: '1' });
    }
    return { id, isSent };
  });
}

/**
 * Updates an unpaid invoice that nobody has paid or is paying; its addresses stay valid.
 * @throws InvoiceNotFound, InvoiceNotUnpaid, InvoiceNotEditable: nothing is changed; the rest as createInvoice.
 */
export async function updateInvoice(
  app: App,
  caller: Caller,
  id: number,
  form: InvoiceFormValues,
): Promise<SavedInvoice> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const before = await lockInvoice(tx, caller, id, now);
    if (!before) throw new InvoiceNotFound();
    const isBeingPaid = await readIsBeingPaid(tx, caller, id, now);
    const refusal = editRefusal({ ...before, isBeingPaid });
    if (refusal === 'not-unpaid') throw new InvoiceNotUnpaid(before.status);
    if (refusal !== null) throw new InvoiceNotEditable(refusal);
    const terms = await validateTerms({ ...app, db: tx }, caller, form);
    const customers = await lockCustomers(tx, caller, form.customers, 'customers');
    const own = changedBy(form, (await lockOwn(tx, 'invoices', caller, id))!);
    await claimReference(tx, 'invoices', caller, own, id);
    const invoice = { ...terms, customers, own };
    await store.updateInvoice(tx, caller, id, invoice);
    const isRepriced = invoice.valuePiastres !== before.valuePiastres;
    await store.reshare(tx, caller, id, customers, isRepriced, now);
    await recordAudit(tx, caller, now, {
      action: 'invoice.update',
      subject: `invoice:${id}`,
      before: { reference: before.reference, total: before.total, value: before.valuePiastres },
      after: auditedOf(invoice),
    });
    const isSent = isToBeSent(form);
    if (isSent) {
      const occasion = String(before.revision + 1);
      await enqueueSending(tx, { merchantId: caller.merchantId, invoiceId: id, kind: 'updated', occasion });
    }
    return { id, isSent };
  });
}

/** Changes an invoice's own fields. @throws InvoiceNotFound, MerchantReferenceTaken */
export const changeOwn = (app: App, caller: Caller, id: number, form: OwnFieldsForm): Promise<void> =>
  setOwnFields(app, caller, INVOICES, id, form);

const INVOICES = {
  table: 'invoices',
  noun: 'invoice',
  missing: () => new InvoiceNotFound(),
  write: store.writeOwn,
} as const;

function auditedOf(invoice: store.ValidatedInvoice) {
  return {
    total: invoice.total,
    currency: invoice.currency,
    value: invoice.valuePiastres,
    due: invoice.dueAt.toISOString(),
    customers: invoice.customers.map(({ id }) => id),
  };
}

/** Without a channel nothing is sent, even if the form asks for it. */
const isToBeSent = (form: InvoiceFormValues) => form.send && (form.notify_by_email || form.notify_by_sms);

/** Added in the causing transaction, so that it is sent if and only if that commits. */
const enqueueSending = (tx: Tx, job: SendInvoice) => addJob(tx, 'send-invoice', { ...job });
