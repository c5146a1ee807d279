import {
  INVOICE_STATUS,
  type InvoiceCustomer,
  type InvoiceDetails,
  type InvoiceRow,
} from '@daftar/contract/invoices';
import { RATE_SCALE, toPounds } from '@daftar/contract/money';
import { COUNT_BOUND } from '@daftar/contract/paging';
import { recordAudit } from '../audit/record.ts';
import { payAddresses } from '../branding/origin.ts';
import { ownOf } from '../integration-fields/fields.ts';
import { currencyOf, methodItem } from '../lookups/service.ts';
import * as expiring from '../payables/expiring.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { InvoiceNotFound, InvoiceNotUnpaid } from './errors.ts';
import { editRefusal, mayDeactivate } from './rules.ts';
import * as store from './store.ts';
import { readFigures } from './store-figures.ts';
import { cancelInvoice, lockInvoice } from './store-lock.ts';
import { listShares } from './store-shares.ts';

export { changeOwn, createInvoice, updateInvoice } from './write.ts';

/** Lists one page of the caller's invoices; statuses are up to date. */
export async function listInvoices(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<InvoiceRow>> {
  const now = app.clock.now();
  const isWrittenDown = await expiring.writeDownFor(app.db, caller, store.INVOICES, request, now);
  const { rows, meta } = await store.listInvoices(app.db, caller, request, now, isWrittenDown);
  return { rows: rows.map(rowOf), meta };
}

/** Reads the caller's invoices among the given ids, keyed by id. */
export async function readInvoices(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, InvoiceRow>> {
  const found = await store.findMany(app.db, caller, ids, app.clock.now());
  return new Map(found.map((row) => [row.id, rowOf(row)]));
}

/** Counts the caller's invoices by status. */
export const countByStatus = (app: App, caller: Caller) =>
  expiring.countByStatus(app.db, caller, store.INVOICES, app.clock.now());

/** Returns an invoice in full. @throws InvoiceNotFound */
export async function getInvoice(app: App, caller: Caller, id: number): Promise<InvoiceDetails> {
  const found = await store.findInvoice(app.db, caller, id, app.clock.now());
  if (!found) throw new InvoiceNotFound();
  const methods = found.paymentMethods.map((method) => methodItem(caller.locale, method));
  return {
    ...rowOf(found),
    payment_method: methods.map(({ id: methodId, name }) => ({ id: methodId, name })),
    language: found.language,
    description: found.description,
    amount: toPounds(found.amount),
    fixed_fees: toPounds(found.fixedFees),
    // Basis points are to percent as piastres are to pounds.
    percentage_fees: toPounds(found.feesBps),
    fixed_tax: toPounds(found.fixedTax),
    percentage_tax: toPounds(found.taxBps),
    customers: found.customers,
    subtotal: toPounds(found.amount),
    tax: toPounds(found.tax),
    fees: toPounds(found.fees),
    total: toPounds(found.total),
    exchange_rate: found.rateScaled / RATE_SCALE,
    notes: found.notes,
    notify_by_email: found.notifyByEmail,
    notify_by_sms: found.notifyBySms,
    require_email: found.requireEmail,
    require_name: found.requireName,
    require_address: found.requireAddress,
    require_phone: found.requirePhone,
    can_edit: editRefusal(found) === null,
    created_by: {
      first_name: found.creatorFirstName,
      last_name: found.creatorLastName,
      email: found.creatorEmail,
    },
  };
}

export function rowOf(row: store.ListedInvoice): InvoiceRow {
  return {
    id: row.id,
    reference: row.reference,
    invoice_name: row.invoiceName,
    total_amount: toPounds(row.total),
    currency: currencyOf(row.currency),
    value: toPounds(row.valuePiastres),
    status: row.status,
    due_date: row.dueAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    customer: { id: row.customerId, name: row.customerName, email: row.customerEmail },
    is_group: row.customersCount > 1,
    customers_count: row.customersCount,
    paid_count: row.paidCount,
    ...ownOf(row),
  };
}

/** Lists one page of an invoice's customers, each with their own payment URL. @throws InvoiceNotFound */
export async function listCustomers(
  app: App,
  caller: Caller,
  id: number,
  paging: Parameters<typeof listShares>[3],
  name: string | undefined,
): Promise<Page<InvoiceCustomer>> {
  if (!(await store.invoiceExists(app.db, caller, id))) throw new InvoiceNotFound();
  const { rows, meta } = await listShares(app.db, caller, id, paging, name);
  const addresses = await payAddresses(app, app.db, caller.merchantId);
  const customers = rows.map((share) => ({
    id: share.customerId,
    name: share.name,
    email: share.email,
    phone: share.mobile,
    status: share.status,
    url: addresses + share.token,
    paid_at: share.paidAt?.toISOString() ?? null,
    transaction_id: share.transactionId,
    sent_at: share.sentAt?.toISOString() ?? null,
  }));
  return { rows: customers, meta };
}

/** Cancels an unpaid invoice; paid shares of a group stay paid. @throws InvoiceNotFound, InvoiceNotUnpaid */
export async function deactivateInvoice(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const invoice = await lockInvoice(tx, caller, id, now);
    if (!invoice) throw new InvoiceNotFound();
    if (!mayDeactivate(invoice.status)) throw new InvoiceNotUnpaid(invoice.status);
    await cancelInvoice(tx, caller, id, now);
    await recordAudit(tx, caller, now, {
      action: 'invoice.deactivate',
      subject: `invoice:${id}`,
      before: { reference: invoice.reference, status: invoice.status, paid: invoice.paidCount },
      after: { status: INVOICE_STATUS.canceled },
    });
  });
}

/** Returns the figures above the list, which are maintained as data changes. */
export async function readInsight(app: App, scope: Scope) {
  const [figures, due] = await Promise.all([
    readFigures(app.db, scope),
    countDueInvoices(app, scope, COUNT_BOUND),
  ]);
  return {
    single_invoices: figures.single,
    group_invoices: figures.group,
    paid_invoices: figures.paid,
    unpaid_invoices: Math.max(0, figures.unpaid - due),
  };
}

/** Counts invoices past their due time that still count as unpaid, up to a bound. */
export function countDueInvoices(app: App, scope: Scope, bound: number): Promise<number> {
  return expiring.countDue(app.db, scope, store.INVOICES, app.clock.now(), bound);
}
