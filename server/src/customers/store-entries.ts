/** Reads the rows behind the entries of a customer's timeline. */
import {
  CAUSE_ACCESS,
  type CustomerEventKind,
  MESSAGE_CAUSES,
  type MessageCause,
} from '@daftar/contract/customer-page';
import { sourceTitle } from '../payables/source-title.ts';
import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** The facts of an entry from its row. Amounts are in hundredths of `currency`. */
export interface EntryRow {
  rowId: number;
  reference: string | null;
  text: string;
  amount: number | null;
  currency: string | null;
  status: string | null;
  channel: 'email' | 'sms' | null;
  recipient: string | null;
  /** The cause of a message. */
  cause: MessageCause | null;
  /** The id for the page that shows it. */
  subjectId: number | null;
  author: string | null;
  isMine: boolean;
  editedAt: Date | null;
}

/** The values of a kind that has no such column. */
const NOTHING = {
  reference: 'null::text',
  text: "''",
  amount: 'null::bigint',
  currency: 'null::text',
  status: 'null::text',
  channel: 'null::text',
  recipient: 'null::text',
  cause: 'null::text',
  subjectId: 'null::bigint',
  author: 'null::text',
  isMine: 'false',
  editedAt: 'null::timestamptz',
};
type Columns = Partial<Record<keyof typeof NOTHING, Sql>>;

/** Derives the cause of a message from its deduplication key. */
const causeOf = (db: Db) => db`
  case when t.dedupe_key like 'receipt:%' or t.dedupe_key like 'invoice:%:receipt:%' then 'receipt'
       when t.dedupe_key like 'invoice:%' then 'invoice'
       when t.dedupe_key like 'refund%' then 'refund'
       when t.dedupe_key like 'order:%' then 'order'
       else 'other' end`;

/** Rows of a kind that the caller may see. */
function seenBy(db: Db, kind: CustomerEventKind, caller: Caller): Sql {
  if (kind !== 'message') return db``;
  const causes = MESSAGE_CAUSES.filter((cause) => caller.permissions.has(CAUSE_ACCESS[cause]));
  return db`and ${causeOf(db)} = any(${causes}::text[])`;
}

/** Returns the table of a kind as `t`, and the columns to show. */
function sourceOf(
  db: Db,
  kind: CustomerEventKind,
  caller: Caller,
  now: Date,
): { from: Sql; columns: Columns } {
  const egp = db`'EGP'`;
  switch (kind) {
    case 'payment':
      return {
        from: db`transactions t`,
        columns: {
          reference: db`t.reference`,
          text: sourceTitle(db, caller.locale),
          amount: db`t.value_piastres`,
          currency: egp,
          status: db`t.status::text`,
          subjectId: db`t.id`,
        },
      };
    case 'refund':
      return {
        from: db`refunds t join transactions x on x.merchant_id = t.merchant_id and x.id = t.transaction_id`,
        columns: {
          reference: db`x.reference`,
          text: db`t.reason`,
          amount: db`t.amount_piastres`,
          currency: egp,
          status: db`t.state`,
          subjectId: db`x.id`,
        },
      };
    case 'chargeback':
      return {
        from: db`chargebacks t`,
        columns: {
          reference: db`t.reference`,
          text: db`t.transaction_reference`,
          amount: db`t.amount_piastres`,
          currency: egp,
          status: db`t.status::text`,
          subjectId: db`t.id`,
        },
      };
    case 'order':
      return {
        from: db`orders t`,
        columns: {
          reference: db`t.reference`,
          amount: db`t.amount_piastres`,
          currency: egp,
          status: db`case when t.fulfilment = 'canceled' then 'canceled' when t.status = 2 then 'PAID' else 'UNPAID' end`,
          subjectId: db`t.id`,
        },
      };
    case 'invoice':
      return {
        from: db`invoice_shares t join invoices i on i.merchant_id = t.merchant_id and i.id = t.invoice_id`,
        columns: {
          reference: db`i.reference`,
          text: db`i.invoice_name`,
          amount: db`i.total`,
          currency: db`i.currency::text`,
          status: db`case when t.status = 'unpaid'
            then ('{unpaid,paid,canceled,expired}'::text[])[invoice_status(i.status, i.due_at, ${now}::timestamptz)]
            else t.status end`,
          subjectId: db`i.id`,
        },
      };
    case 'message':
      return {
        from: db`messages t left join invoice_messages i on i.merchant_id = t.merchant_id and i.id = t.id`,
        columns: {
          text: db`t.subject`,
          status: db`t.state`,
          channel: db`t.channel`,
          recipient: db`t.recipient`,
          cause: causeOf(db),
          subjectId: db`i.invoice_id`,
        },
      };
    case 'note':
      return {
        from: db`customer_notes t join users u on u.merchant_id = t.merchant_id and u.id = t.created_by`,
        columns: {
          text: db`t.body`,
          subjectId: db`t.id`,
          author: db`u.first_name || ' ' || u.last_name`,
          isMine: db`t.created_by = ${caller.userId}`,
          editedAt: db`t.edited_at`,
        },
      };
  }
}

/** Lists the columns of an entry, each with its name. */
const listed = (db: Db, columns: Columns): Sql =>
  Object.entries(NOTHING).reduce(
    (sofar, [name, nothing]) =>
      db`${sofar}, ${columns[name as keyof Columns] ?? db.unsafe(nothing)} as ${db(name)}`,
    db`t.id as "rowId"`,
  );

/** Reads the rows of one kind, unordered. Deleted rows, and those that the caller may not see, are omitted. */
export function readEntries(
  db: Db,
  caller: Caller,
  kind: CustomerEventKind,
  ids: readonly number[],
  now: Date,
): Promise<EntryRow[]> {
  const { from, columns } = sourceOf(db, kind, caller, now);
  return db<EntryRow[]>`
    select ${listed(db, columns)} from ${from}
     where t.merchant_id = ${caller.merchantId} and t.id = any(${[...ids]}::bigint[]) ${seenBy(db, kind, caller)}`;
}

/** A line of a customer's file: a fact about them, or an entry. */
export interface CustomerLine {
  /** `name`, `email` …, or the kind of an entry. */
  what: string;
  at: string | null;
  reference: string | null;
  amount: number | null;
  currency: string | null;
  /** `payment.1`; null without one. */
  status: string | null;
  text: string;
}

/** Reads the facts about a customer, then their newest entries of some kinds. */
export function linesOf(
  db: Db,
  caller: Caller,
  numbers: readonly number[],
  kinds: readonly CustomerEventKind[],
  now: Date,
  most: number,
) {
  const facts = db`
    select f.place, f.what, null::timestamptz as at, null::text as reference, null::bigint as amount, null::text as currency,
           null::text as status, f.text
      from customers t cross join lateral (values
        (1, 'name', t.name), (2, 'email', t.email), (3, 'mobile', t.mobile), (4, 'nationalId', t.national_id),
        (5, 'description', t.description), (6, 'tags', array_to_string(t.tags, ', '))) f (place, what, text)
     where t.merchant_id = ${caller.merchantId} and t.mode = ${caller.mode} and t.id = ${numbers[0]!} and f.text <> ''`;
  const entries = kinds.map((kind) => {
    const { from, columns } = sourceOf(db, kind, caller, now);
    return db`
      (select 7, ${kind}::text, e.at, x.reference, x.amount, x.currency, ${kind}::text || '.' || x.status, x.text
         from (select e.row_id, e.at from customer_events e
                where e.merchant_id = ${caller.merchantId} and e.customer_id = any(${[...numbers]}::bigint[])
                  and e.kind = ${kind} order by e.at desc, e.row_id desc limit ${most}) e
         join lateral (select ${listed(db, columns)} from ${from}
                        where t.merchant_id = ${caller.merchantId} and t.id = e.row_id ${seenBy(db, kind, caller)}) x
           on true)`;
  });
  const all = entries.reduce((sofar, part) => db`${sofar} union all ${part}`, facts);
  return db<CustomerLine[]>`
    select l.what, to_char(l.at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as at, l.reference, l.amount, l.currency,
           l.status, l.text
      from (${all}) l order by l.place, l.at desc nulls first limit ${most}`;
}
