import type { OwnFieldsForm } from '@daftar/contract/integration-fields';
import { RATE_SCALE, toPounds } from '@daftar/contract/money';
import {
  LINK_STATUS,
  type PaymentLinkDetails,
  type PaymentLinkFormValues,
  type PaymentLinkRow,
} from '@daftar/contract/payment-links';
import { recordAudit } from '../audit/record.ts';
import { payAddresses } from '../branding/origin.ts';
import { claimReference, newOwn, ownOf } from '../integration-fields/fields.ts';
import { setOwnFields } from '../integration-fields/service.ts';
import { currencyOf, methodItem } from '../lookups/service.ts';
import * as expiring from '../payables/expiring.ts';
import { mustFit, termsOf } from '../payables/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { Page } from '../platform/lists/page.ts';
import { newReference, newToken } from '../platform/references.ts';
import { type ListedTransaction, listOfSource, type SourceSort } from '../transactions/service.ts';
import { LinkNotActive, LinkNotFound } from './errors.ts';
import { largestAmount, mayDeactivate, returnUrlOf } from './rules.ts';
import * as store from './store.ts';
import { insertLink } from './store-create.ts';

/** Lists one page of the caller's links; statuses are up to date. */
export async function listLinks(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<PaymentLinkRow>> {
  const now = app.clock.now();
  const isWrittenDown = await expiring.writeDownFor(app.db, caller, store.LINKS, request, now);
  const { rows, meta } = await store.listLinks(app.db, caller, request, now, isWrittenDown);
  const addresses = await payAddresses(app, app.db, caller.merchantId);
  return { rows: rows.map((row) => rowOf(addresses, row)), meta };
}

/** Reads the caller's links among the given ids, keyed by id. */
export async function readLinks(
  app: App,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, PaymentLinkRow>> {
  const found = await store.findMany(app.db, caller, ids, app.clock.now());
  const addresses = await payAddresses(app, app.db, caller.merchantId);
  return new Map(found.map((row) => [row.id, rowOf(addresses, row)]));
}

/** Counts the caller's links by status. */
export const countByStatus = (app: App, caller: Caller) =>
  expiring.countByStatus(app.db, caller, store.LINKS, app.clock.now());

/** Returns a link in full. @throws LinkNotFound */
export async function getLink(app: App, caller: Caller, id: number): Promise<PaymentLinkDetails> {
  const found = await store.findLink(app.db, caller, id, app.clock.now());
  if (!found) throw new LinkNotFound();
  const methods = found.paymentMethods.map((method) => methodItem(caller.locale, method));
  return {
    ...rowOf(await payAddresses(app, app.db, caller.merchantId), found),
    payment_method: methods.map(({ id: methodId, name }) => ({ id: methodId, name })),
    language: found.language,
    description: found.description,
    amount: toPounds(found.amount),
    fixed_fees: toPounds(found.fixedFees),
    percentage_fees: found.feesBps / 100,
    fixed_tax: toPounds(found.fixedTax),
    percentage_tax: found.taxBps / 100,
    subtotal: toPounds(found.amount),
    tax: toPounds(found.tax),
    fees: toPounds(found.fees),
    total: toPounds(found.total),
    exchange_rate: found.rateScaled / RATE_SCALE,
    notes: found.notes,
    suggested_amounts: found.suggestedAmounts.map(toPounds),
    max_payment_count: found.maxPaymentCount,
    paid_count: found.paidCount,
    success_url: found.successUrl,
    cancel_url: found.cancelUrl,
    notify_by_email: found.notifyByEmail,
    notify_by_sms: found.notifyBySms,
    require_email: found.requireEmail,
    require_name: found.requireName,
    require_address: found.requireAddress,
    require_phone: found.requirePhone,
    created_by: {
      first_name: found.creatorFirstName,
      last_name: found.creatorLastName,
      email: found.creatorEmail,
    },
  };
}

function rowOf(addresses: string, row: store.ListedLink): PaymentLinkRow {
  return {
    id: row.id,
    reference: row.reference,
    invoice_name: row.invoiceName,
    total_amount: toPounds(row.total),
    currency: currencyOf(row.currency),
    value: toPounds(row.valuePiastres),
    due_date: row.dueAt?.toISOString() ?? null,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    min_amount: row.minAmount === null ? null : toPounds(row.minAmount),
    max_amount: row.maxAmount === null ? null : toPounds(row.maxAmount),
    min_quantity: row.minQuantity,
    max_quantity: row.maxQuantity,
    link: addresses + row.token,
    ...ownOf(row),
  };
}

/** Lists one page of a link's transactions. @throws LinkNotFound */
export async function listTransactions(
  app: App,
  caller: Caller,
  id: number,
  paging: Parameters<typeof listOfSource>[3] & { sortBy: SourceSort },
  reference: string | undefined,
): Promise<Page<ListedTransaction>> {
  if (!(await store.linkExists(app.db, caller, id))) throw new LinkNotFound();
  return listOfSource(app, caller, { kind: 'payment-link', id }, paging, reference);
}

/**
 * Creates a link.
 * @throws PastDueDate, MerchantReferenceTaken, InvalidReturnUrl, TotalTooLarge for the maximum that a payer may
 * choose, MethodNotAllowed 422; LinkNotFound 404 for another's business account.
 */
export async function createLink(
  app: App,
  caller: Caller,
  form: PaymentLinkFormValues,
): Promise<{ id: number; link: string }> {
  if (form.business_account_id != null && form.business_account_id !== caller.merchantId) {
    throw new LinkNotFound();
  }
  const terms = await termsOf(app, caller, { ...form, due_date: form.no_due_date ? null : form.due_date });
  const decided = form.max_amount == null && form.max_quantity > 1 ? 'max_quantity' : 'max_amount';
  mustFit({ ...form, amount: largestAmount(form) }, terms.rateScaled, decided);
  const urls = {
    successUrl: mustLead(caller, 'success_url', form.success_url),
    cancelUrl: mustLead(caller, 'cancel_url', form.cancel_url),
  };
  const { total, currency, valuePiastres, now } = terms;
  const token = newToken();
  const id = await transaction(app.db, async (tx) => {
    const link = { ...terms, ...urls, form, token, own: newOwn(form) };
    await claimReference(tx, 'payment_links', caller, link.own);
    let created: { id: number; reference: string } | null = null;
    while (created === null) {
      const reference = newReference('LNK');
      const inserted = await insertLink(tx, caller, { ...link, reference });
      if (inserted !== null) created = { id: inserted, reference };
    }
    await recordAudit(tx, caller, now, {
      action: 'payment-link.create',
      subject: `payment-link:${created.id}`,
      after: { reference: created.reference, total, currency, value: valuePiastres, ...given(urls) },
    });
    return created.id;
  });
  return { id, link: (await payAddresses(app, app.db, caller.merchantId)) + token };
}

/** Returns the fields that have a value; empty ones are not logged. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Returns a redirect URL as stored. @throws InvalidError 422 */
function mustLead({ mode }: Scope, field: string, typed: string | null | undefined): string | null {
  if (typed == null) return null;
  const url = returnUrlOf(typed, mode);
  if (url === null) throw InvalidError.field(field, 'InvalidReturnUrl');
  return url;
}

/** Deactivates an active link. @throws LinkNotFound, LinkNotActive: nothing is changed. */
export async function deactivateLink(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const link = await store.lockLink(tx, caller, id, now);
    if (!link) throw new LinkNotFound();
    if (!mayDeactivate(link.status)) throw new LinkNotActive(link.status);
    await store.setStatus(tx, caller, id, LINK_STATUS.inactive, now);
    await recordAudit(tx, caller, now, {
      action: 'payment-link.deactivate',
      subject: `payment-link:${id}`,
      before: { reference: link.reference, status: link.status },
      after: { status: LINK_STATUS.inactive },
    });
  });
}

/** Changes a link's own fields. @throws LinkNotFound, MerchantReferenceTaken */
export const changeOwn = (app: App, caller: Caller, id: number, form: OwnFieldsForm): Promise<void> =>
  setOwnFields(app, caller, LINKS, id, form);

const LINKS = {
  table: 'payment_links',
  noun: 'payment-link',
  missing: () => new LinkNotFound(),
  write: store.writeOwn,
} as const;

/** Returns the payment URL of a link by its full reference, and whether it can be paid. @throws LinkNotFound */
export async function findPayAddress(
  app: App,
  scope: Scope,
  reference: string,
): Promise<{ url: string; isPayable: boolean }> {
  const found = await store.findByReference(app.db, scope, reference, app.clock.now());
  if (!found) throw new LinkNotFound();
  const url = (await payAddresses(app, app.db, scope.merchantId)) + found.token;
  return { url, isPayable: found.status === LINK_STATUS.active };
}

/** Counts links past their due time that still count as active, up to a bound. */
export function countDueLinks(app: App, scope: Scope, bound: number): Promise<number> {
  return expiring.countDue(app.db, scope, store.LINKS, app.clock.now(), bound);
}
