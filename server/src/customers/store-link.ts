import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { containsPattern } from '../platform/lists/search.ts';

/** A customer whose earlier payments and orders are to be found. */
export interface Unlinked {
  merchantId: number;
  mode: Mode;
  id: number;
  /** Their own contacts, and those that customers merged into them gave up. */
  contacts: Contact[];
}

/** A contact, and the column in which payments and orders have it. */
interface Contact {
  column: 'customer_email' | 'customer_mobile';
  value: string;
}

/** More than the number of processes that link customers at the same time. */
const AT_ONCE = 20;

/** Locks the next customer that no other process is linking. */
export async function lockUnlinked(tx: Tx): Promise<Unlinked | null> {
  // Candidates of all merchants are read first, then one is locked within its merchant: a distributed database cannot
  // lock across merchants.
  const waiting = await tx<{ merchantId: number; id: number }[]>`
    select t.merchant_id as "merchantId", t.id from customers t
     where t.linked_at is null order by t.merchant_id, t.id limit ${AT_ONCE}`;
  let row: (Omit<Unlinked, 'contacts'> & { email: string; mobile: string }) | undefined;
  for (const { merchantId, id } of waiting) {
    [row] = await tx<(Omit<Unlinked, 'contacts'> & { email: string; mobile: string })[]>`
      select t.merchant_id as "merchantId", t.mode, t.id, t.email, t.mobile from customers t
       where t.merchant_id = ${merchantId} and t.id = ${id} and t.linked_at is null for no key update skip locked`;
    if (row) break;
  }
  if (!row) return null;
  const { email, mobile, ...customer } = row;
  const former = await tx<Contact[]>`
    select distinct given_up.column, given_up.value from customer_merges m cross join lateral (values
        ('customer_email', m.former_email,
         exists (select from customers c where c.merchant_id = m.merchant_id and c.mode = m.mode and c.email = m.former_email)),
        ('customer_mobile', m.former_mobile,
         exists (select from customers c where c.merchant_id = m.merchant_id and c.mode = m.mode and c.mobile = m.former_mobile))
      ) given_up ("column", value, is_taken)
     where m.merchant_id = ${row.merchantId} and m.into_id = ${row.id} and not given_up.is_taken`;
  const own: Contact[] = [
    { column: 'customer_email', value: email },
    { column: 'customer_mobile', value: mobile },
  ];
  return { ...customer, contacts: [...own, ...former] };
}

/** Records that all activity of a customer was found. */
export async function writeLinked(tx: Tx, { merchantId, id }: Unlinked, now: Date): Promise<void> {
  await tx`update customers set linked_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Joins the rows that a query finds for each contact, by the index that finds payers by any part. */
const ofContacts = (db: Db, { contacts }: Unlinked, rowsWith: (condition: Sql) => Sql): Sql => {
  const key = db`search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile)`;
  return contacts
    .map(({ column, value }) =>
      rowsWith(db`${key} like ${containsPattern(value)} and t.${db(column)} = ${value}`),
    )
    .reduce((sofar, rows) => db`${sofar} union ${rows}`);
};

/** Finds payments that belong to a customer but are not linked yet: of their invoices, or with their contacts. */
export async function findPayments(tx: Tx, customer: Unlinked, most: number): Promise<number[]> {
  const { merchantId, mode, id } = customer;
  const withContact = (condition: Sql) => tx`
    select t.id from transactions t
     where t.merchant_id = ${merchantId} and t.mode = ${mode} and not t.is_payout and t.source_kind <> 'invoice'
       and ${condition}`;
  const rows = await plannedForItsValues(tx<{ id: number }[]>`
    select found.id from (
      select a.transaction_id as id
        from invoice_shares s join payment_attempts a
          on a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id
       where s.merchant_id = ${merchantId} and s.customer_id = ${id}
      union ${ofContacts(tx, customer, withContact)}) found
     where not exists (select from customer_events e
                        where e.merchant_id = ${merchantId} and e.kind = 'payment' and e.row_id = found.id)
     order by found.id limit ${most}`);
  return rows.map((row) => row.id);
}

/**
 * Links payments to a customer, with their refunds and chargebacks. They are locked, so that none changes meanwhile.
 */
export async function takePayments(tx: Tx, customer: Unlinked, ids: readonly number[]): Promise<void> {
  const { merchantId, id } = customer;
  const all = [...ids];
  await tx`
    select from transactions t
     where t.merchant_id = ${merchantId} and t.id = any(${all}::bigint[]) order by t.id for share`;
  await tx`
    select customer_take_payment(${merchantId}, ${id}, payment) from unnest(${all}::bigint[]) payment`;
  for (const [kind, table] of [
    ['refund', 'refunds'],
    ['chargeback', 'chargebacks'],
  ] as const) {
    await tx`
      insert into customer_events (merchant_id, kind, row_id, customer_id, at)
      select ${merchantId}, ${kind}, r.id, ${id}, r.created_at from ${tx.unsafe(table)} r
       where r.merchant_id = ${merchantId} and r.transaction_id = any(${all}::bigint[])
      on conflict do nothing`;
  }
}

/** Links orders, invoices and their messages to a customer. */
export async function takeOthers(tx: Tx, customer: Unlinked): Promise<void> {
  const { merchantId, mode, id } = customer;
  const orders = (condition: Sql) => tx`
    select 'order', t.id, t.created_at from orders t
     where t.merchant_id = ${merchantId} and t.mode = ${mode} and ${condition}`;
  const shares = tx`invoice_shares s where s.merchant_id = ${merchantId} and s.customer_id = ${id}`;
  await plannedForItsValues(tx`
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    select ${merchantId}, found.kind, found.id, ${id}, found.at from (
      select 'invoice' as kind, s.id, s.created_at as at from ${shares}
      union ${ofContacts(tx, customer, orders)}
      union
      select 'message', i.id, i.created_at from invoice_messages i
       where i.merchant_id = ${merchantId} and i.share_id in (select s.id from ${shares})
         and exists (select from messages m where m.merchant_id = i.merchant_id and m.id = i.id)) found
    on conflict do nothing`);
}
