import type { InvoiceFormValues } from '@daftar/contract/invoices';
import { searchKey } from '@daftar/contract/search-key';
import { type OwnFields, ownNames, ownValues } from '../integration-fields/fields.ts';
import type { Terms } from '../payables/service.ts';
import type { Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newToken } from '../platform/references.ts';

/** A customer as stored with the invoice. */
export interface BillTo {
  id: number;
  name: string;
  email: string;
  mobile: string;
}

/** A validated form with its computed terms. */
export interface ValidatedInvoice extends Terms {
  form: InvoiceFormValues;
  own: OwnFields;
  /** In the order of the form; at least one. */
  customers: readonly BillTo[];
}

/** The columns of the invoice that describe its customers. */
function customersOf({ customers }: ValidatedInvoice) {
  const [first] = customers;
  if (!first) throw new Error('an invoice without customers');
  return { first, key: customers.map(({ name }) => searchKey(name)).join(' ') };
}

/**
 * Inserts an invoice without its shares; a trigger maintains the figures.
 * @returns its id, or null when the reference is taken and another must be tried.
 */
export async function insertInvoice(
  tx: Tx,
  caller: Caller,
  reference: string,
  invoice: ValidatedInvoice,
): Promise<number | null> {
  const { form, now } = invoice;
  const { first, key } = customersOf(invoice);
  const [row] = await tx<{ id: number }[]>`
    insert into invoices (
      merchant_id, mode, reference, invoice_name, description, notes, currency, amount, fixed_fees, fees_bps,
      fixed_tax, tax_bps, fees, tax, total, value_piastres, rate_scaled, payment_methods, due_at, customers_count,
      customer_name, customer_email, customers_key, language, notify_by_email, notify_by_sms, require_email,
      require_name, require_address, require_phone, business_account_id, ${ownNames(tx)}, created_by, created_at,
      updated_at)
    values (
      ${caller.merchantId}, ${caller.mode}, ${reference}, ${form.invoice_name}, ${form.description}, ${form.notes},
      ${invoice.currency}, ${form.amount}, ${form.fixed_fees}, ${form.percentage_fees}, ${form.fixed_tax},
      ${form.percentage_tax}, ${invoice.fees}, ${invoice.tax}, ${invoice.total}, ${invoice.valuePiastres},
      ${invoice.rateScaled}, ${invoice.paymentMethods}, ${invoice.dueAt}, ${invoice.customers.length}, ${first.name},
      ${first.email}, ${key}, ${form.language}, ${form.notify_by_email}, ${form.notify_by_sms},
      ${form.require_email}, ${form.require_name}, ${form.require_address}, ${form.require_phone},
      ${form.business_account_id ?? null}, ${ownValues(tx, invoice.own)}, ${caller.userId}, ${now}, ${now})
    on conflict (merchant_id, mode, reference) do nothing
    returning id`;
  return row?.id ?? null;
}

/** Updates a locked invoice from an edited form; the business account stays. */
export async function updateInvoice(
  tx: Tx,
  scope: Scope,
  id: number,
  invoice: ValidatedInvoice,
): Promise<void> {
  const { form, now } = invoice;
  const { first, key } = customersOf(invoice);
  await tx`
    update invoices t set
      invoice_name = ${form.invoice_name}, description = ${form.description}, notes = ${form.notes},
      currency = ${invoice.currency}, amount = ${form.amount}, fixed_fees = ${form.fixed_fees},
      fees_bps = ${form.percentage_fees}, fixed_tax = ${form.fixed_tax}, tax_bps = ${form.percentage_tax},
      fees = ${invoice.fees}, tax = ${invoice.tax}, total = ${invoice.total},
      value_piastres = ${invoice.valuePiastres}, rate_scaled = ${invoice.rateScaled},
      payment_methods = ${invoice.paymentMethods}, due_at = ${invoice.dueAt},
      customers_count = ${invoice.customers.length}, customer_name = ${first.name}, customer_email = ${first.email},
      customers_key = ${key}, language = ${form.language}, notify_by_email = ${form.notify_by_email},
      notify_by_sms = ${form.notify_by_sms}, require_email = ${form.require_email},
      require_name = ${form.require_name}, require_address = ${form.require_address},
      require_phone = ${form.require_phone},
      (${ownNames(tx)}) = row (${ownValues(tx, invoice.own)}), revision = t.revision + 1, updated_at = ${now}
    where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
}

/** Writes the own fields of a locked invoice. */
export async function writeOwn(tx: Tx, scope: Scope, id: number, own: OwnFields, now: Date): Promise<void> {
  await tx`
    update invoices t set (${ownNames(tx)}, updated_at) = row (${ownValues(tx, own)}, ${now}::timestamptz)
    where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
}

/** Inserts shares for customers, each with a public token of its own. */
export async function insertShares(
  tx: Tx,
  scope: Scope,
  invoiceId: number,
  customers: readonly BillTo[],
  now: Date,
): Promise<void> {
  if (customers.length === 0) return;
  await tx`
    with made as (
      insert into invoice_shares (
        merchant_id, mode, invoice_id, customer_id, token, customer_name, customer_email, customer_mobile, created_at)
      select ${scope.merchantId}, ${scope.mode}, ${invoiceId}, c.id, c.token, c.name, c.email, c.mobile, ${now}
        from unnest(${customers.map(({ id }) => id)}::bigint[], ${customers.map(() => newToken())}::text[],
                    ${customers.map(({ name }) => name)}::text[], ${customers.map(({ email }) => email)}::text[],
                    ${customers.map(({ mobile }) => mobile)}::text[]) with ordinality
             as c (id, token, name, email, mobile, place)
       order by c.place
      returning merchant_id, mode, id, token
    )
    insert into pay_tokens (token, merchant_id, mode, kind, payable_id)
    select token, merchant_id, mode, 'invoice', id from made`;
}

/**
 * Updates the unpaid shares of a locked invoice to its customers: new customers get one, removed ones lose theirs, the
 * others keep their address. With `isRepriced`, a share that somebody tried to pay is replaced under the same address,
 * so that late money at the old price never pays the new one.
 */
export async function reshare(
  tx: Tx,
  scope: Scope,
  invoiceId: number,
  customers: readonly BillTo[],
  isRepriced: boolean,
  now: Date,
): Promise<void> {
  const { merchantId } = scope;
  const ids = customers.map(({ id }) => id);
  const columns = [
    ids,
    customers.map(({ name }) => name),
    customers.map(({ email }) => email),
    customers.map(({ mobile }) => mobile),
  ] as const;
  const wanted = tx`
    unnest(${columns[0]}::bigint[], ${columns[1]}::text[], ${columns[2]}::text[], ${columns[3]}::text[])
      as c (id, name, email, mobile)`;
  const tried = tx`exists (
    select 1 from payment_attempts a
    where a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id)`;
  const removed = await tx<{ customerId: number; token: string }[]>`
    update invoice_shares s set status = 'canceled', removed_at = ${now}
    where s.merchant_id = ${merchantId} and s.invoice_id = ${invoiceId} and s.removed_at is null
      and (s.customer_id <> all (${ids}::bigint[]) or (${isRepriced} and ${tried}))
    returning s.customer_id as "customerId", s.token`;
  const kept = await tx<{ customerId: number }[]>`
    update invoice_shares s set customer_name = c.name, customer_email = c.email, customer_mobile = c.mobile
    from ${wanted}
    where s.merchant_id = ${merchantId} and s.invoice_id = ${invoiceId} and s.removed_at is null
      and s.customer_id = c.id
    returning s.customer_id as "customerId"`;
  const has = new Set(kept.map(({ customerId }) => customerId));
  await insertShares(
    tx,
    scope,
    invoiceId,
    customers.filter(({ id }) => !has.has(id)),
    now,
  );
  const again = removed.filter(({ customerId }) => ids.includes(customerId));
  for (const { customerId, token } of again) await keepAddress(tx, scope, invoiceId, customerId, token);
}

/** Points an old address to the new share of the same customer. */
async function keepAddress(tx: Tx, scope: Scope, invoiceId: number, customerId: number, token: string) {
  const [share] = await tx<{ id: number; fresh: string }[]>`
    select s.id, s.token as fresh from invoice_shares s
    where s.merchant_id = ${scope.merchantId} and s.invoice_id = ${invoiceId} and s.customer_id = ${customerId}
      and s.removed_at is null`;
  if (!share) throw new Error('a share made anew is gone');
  await tx`delete from pay_tokens where token = ${share.fresh}`;
  await tx`update pay_tokens set payable_id = ${share.id} where token = ${token}`;
  await tx`
    update invoice_shares s set token = ${token} where s.merchant_id = ${scope.merchantId} and s.id = ${share.id}`;
}
