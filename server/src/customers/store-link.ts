import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { plannedForItsValues } from '../platform/lists/page.ts';
import { containsPattern } from '../platform/lists/search.ts';

/** A customer whose earlier payments and orders are to be looked for. */
export interface Unlinked {
  merchantId: number;
  mode: Mode;
  id: number;
  email: string;
  mobile: string;
}

/** Locks the next of them that no other process is at. */
export async function lockUnlinked(tx: Tx): Promise<Unlinked | null> {
  const [row] = await tx<Unlinked[]>`
    select t.merchant_id as "merchantId", t.mode, t.id, t.email, t.mobile from customers t
     where t.linked_at is null order by t.merchant_id, t.id limit 1 for no key update skip locked`;
  return row ?? null;
}

/** Records that everything was found. */
export async function writeLinked(tx: Tx, { merchantId, id }: Unlinked, now: Date): Promise<void> {
  await tx`update customers set linked_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Rows of a table with a payer's contacts, by the index that finds them by any part. */
const byContacts = (db: Db, { email, mobile }: Unlinked) => {
  const key = db`search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile)`;
  return {
    email: db`${key} like ${containsPattern(email)} and t.customer_email = ${email}`,
    mobile: db`${key} like ${containsPattern(mobile)} and t.customer_mobile = ${mobile}`,
  };
};

/** Finds payments that are a customer's and nobody's entry yet: of their invoices, or with their contacts. */
export async function findPayments(tx: Tx, customer: Unlinked, most: number): Promise<number[]> {
  const { merchantId, mode, id } = customer;
  const contacts = byContacts(tx, customer);
  const withContact = (condition: typeof contacts.email) => tx`
    select t.id from transactions t
     where t.merchant_id = ${merchantId} and t.mode = ${mode} and not t.is_payout and t.source_kind <> 'invoice'
       and ${condition}`;
  const rows = await plannedForItsValues(tx<{ id: number }[]>`
    select found.id from (
      select a.transaction_id as id
        from invoice_shares s join payment_attempts a
          on a.merchant_id = s.merchant_id and a.payable_kind = 'invoice' and a.payable_id = s.id
       where s.merchant_id = ${merchantId} and s.customer_id = ${id}
      union ${withContact(contacts.email)}
      union ${withContact(contacts.mobile)}) found
     where not exists (select from customer_events e
                        where e.merchant_id = ${merchantId} and e.kind = 'payment' and e.row_id = found.id)
     order by found.id limit ${most}`);
  return rows.map((row) => row.id);
}

/** Makes payments a customer's, with their refunds and chargebacks. They are locked, so that none changes meanwhile. */
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

/** Makes a customer's orders, invoices and the messages about these their entries. */
export async function takeOthers(tx: Tx, customer: Unlinked): Promise<void> {
  const { merchantId, mode, id } = customer;
  const contacts = byContacts(tx, customer);
  const orders = (condition: typeof contacts.email) => tx`
    select 'order', t.id, t.created_at from orders t
     where t.merchant_id = ${merchantId} and t.mode = ${mode} and ${condition}`;
  const shares = tx`invoice_shares s where s.merchant_id = ${merchantId} and s.customer_id = ${id}`;
  await plannedForItsValues(tx`
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    select ${merchantId}, found.kind, found.id, ${id}, found.at from (
      select 'invoice' as kind, s.id, s.created_at as at from ${shares}
      union ${orders(contacts.email)}
      union ${orders(contacts.mobile)}
      union
      select 'message', i.id, i.created_at from invoice_messages i
       where i.merchant_id = ${merchantId} and i.share_id in (select s.id from ${shares})
         and exists (select from messages m where m.merchant_id = i.merchant_id and m.id = i.id)) found
    on conflict do nothing`);
}
