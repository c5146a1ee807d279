import { isMerchantNoun, type MerchantNoun } from '@daftar/contract/audit-subjects';
import type { Db } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { fewEnough, referencePattern } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';
import { allOfPrefix, NUMBERED, type Numbered } from './numbered.ts';

interface Source {
  /** SQL for the reference or name, from the table as `t`. Removed rows have none if their page has gone with them. */
  sql: string | Readonly<Record<Locale, string>>;
  /** Converts the result into words in the reader's language; by default it is shown unchanged. */
  words?: (locale: Locale, found: string) => string;
}

/** Returns the words for a request's subject: `bank-account`, or `refund:TRX-7K3M9Q2D`. */
function askedFor(locale: Locale, found: string): string {
  const [kind = '', reference = ''] = found.split(':');
  return translate(locale, { key: `audit.approvalOf.${kind}`, params: { reference } });
}

/**
 * Sources of the reference or name by which a merchant knows a subject; null if there is only one such subject, many
 * at once, or no name. Readers of the log may see the names of people in it anyway.
 */
const SOURCES: Readonly<Record<MerchantNoun, Source | null>> = {
  transaction: { sql: 't.reference from transactions t' },
  'payment-link': { sql: 't.reference from payment_links t' },
  invoice: { sql: 't.reference from invoices t' },
  order: { sql: 't.reference from orders t' },
  settlement: { sql: 't.reference from settlements t' },
  chargeback: { sql: 't.reference from chargebacks t' },
  ticket: { sql: 't.reference from tickets t' },
  payout: { sql: 't.code as reference from payouts t' },
  refund: {
    sql: `x.reference from refunds t
      join transactions x on x.merchant_id = t.merchant_id and x.id = t.transaction_id`,
  },
  approval: {
    sql: `concat_ws(':', t.kind, x.reference) as reference from approvals t
      left join transactions x on x.merchant_id = t.merchant_id and x.id = t.transaction_id`,
    words: askedFor,
  },
  user: { sql: "t.first_name || ' ' || t.last_name as reference from users t" },
  role: {
    sql: { en: 't.name_en as reference from roles t', ar: 't.name_ar as reference from roles t' },
  },
  'scim-group': { sql: 't.name as reference from scim_groups t' },
  passkey: { sql: 't.name as reference from passkeys t' },
  customer: { sql: 't.name as reference from customers t' },
  product: { sql: 'case when t.removed_at is null then t.name end as reference from products t' },
  category: { sql: 't.name as reference from categories t' },
  'bank-account': {
    sql: `t.bank_name || ' ****' || right(coalesce(nullif(t.iban, ''), t.account_number), 4) as reference
      from bank_accounts t`,
  },
  'api-key': { sql: "'****' || right(t.shown, 4) as reference from api_keys t" },
  'webhook-endpoint': { sql: "coalesce(nullif(t.name, ''), t.url) as reference from webhook_endpoints t" },
  'saved-view': { sql: 't.name as reference from saved_views t' },
  'form-template': { sql: 't.name as reference from form_templates t' },
  report: { sql: 't.name as reference from reports t' },
  message: { sql: 't.recipient as reference from messages t' },
  // The list of webhooks shows their number.
  webhook: null,
  merchant: null,
  store: null,
  session: null,
  'webhook-secret': null,
  customers: null,
  products: null,
  categories: null,
};

/**
 * Returns the references or names of a page's subjects, by subject, in the reader's language, with one statement for
 * each noun; none for subjects without either, deleted ones, or those of another merchant.
 */
export async function referencesOf(
  db: Db,
  { merchantId, locale }: { merchantId: number; locale: Locale },
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<MerchantNoun, number[]>();
  for (const subject of new Set(subjects)) {
    const [, noun = '', id = ''] = /^([a-z-]+):(\d{1,15})$/.exec(subject ?? '') ?? [];
    if (isMerchantNoun(noun)) ids.set(noun, [...(ids.get(noun) ?? []), Number(id)]);
  }
  const found = await Promise.all(
    [...ids].map(async ([noun, list]): Promise<(readonly [string, string])[]> => {
      const source = SOURCES[noun];
      if (!source) return [];
      const { sql, words } = source;
      const rows = await db<{ id: number; reference: string | null }[]>`
        select t.id, ${db.unsafe(typeof sql === 'string' ? sql : sql[locale])}
         where t.merchant_id = ${merchantId} and t.id = any(${list}::bigint[])`;
      return rows.flatMap(({ id, reference }) =>
        reference === null ? [] : [[`${noun}:${id}`, words?.(locale, reference) ?? reference] as const],
      );
    }),
  );
  return new Map(found.flat());
}

/** A kind of reference with a pattern to match. */
type Fitting = Numbered & { pattern: string };

/**
 * Returns the kinds of references that a typed text may start; none for a prefix alone, which selects all of a kind.
 */
function kindsOf(typed: string): Fitting[] {
  if (allOfPrefix(typed).length > 0) return [];
  const { reference, bare } = meaningOf(typed);
  return Object.entries(NUMBERED).flatMap(([kind, numbered]) => {
    if (reference) return reference.kind === kind ? [{ ...numbered, pattern: reference.pattern }] : [];
    return bare === null ? [] : [{ ...numbered, pattern: referencePattern(bare, kind) }];
  });
}

/** Selects the rows whose references match, of both modes. @param merchantId null: of all merchants. */
function fitting(db: Db, merchantId: number | null, { table, column, pattern }: Fitting): Sql {
  const scope =
    merchantId === null ? db`true` : db`t.merchant_id = ${merchantId} and t.mode in ('live', 'test')`;
  return db`from ${db(table)} t where ${scope} and t.${db(column)} like ${pattern}`;
}

/**
 * Selects the subjects that use the reference of their payment.
 * @param about the condition of a row `x`, by its payment
 */
const ofPayments = (db: Db, about: Sql): Sql => db`
  select 'refund:' || x.id as subject from refunds x where ${about}
  union all
  select 'approval:' || x.id from approvals x where ${about}`;

const unionOf = (db: Db, [first, ...rest]: readonly Sql[]): Sql | null =>
  first ? rest.reduce((sofar, each) => db`${sofar} union all ${each}`, first) : null;

/**
 * Maximum number of rows that the start of a reference may match for a page, because most have no entries in the log.
 */
const MAX_NAMED = 500;

/**
 * Finds the subjects of a typed reference or its start; eight characters without a prefix may be of any kind.
 * @param merchantId null: of all merchants.
 * @throws InvalidError 422 on `q` when too many references match
 */
export async function findSubjects(db: Db, merchantId: number | null, typed: string): Promise<string[]> {
  const ways = kindsOf(typed).map(
    (kind) => db`
      (select t.merchant_id as "merchantId", ${kind.noun}::text as noun, t.id ${fitting(db, merchantId, kind)}
        limit ${MAX_NAMED + 1})`,
  );
  const query = unionOf(db, ways);
  if (!query) return [];
  const rows = await plannedForItsValues(db<{ merchantId: number; noun: string; id: number }[]>`${query}`);
  const named = fewEnough(rows, MAX_NAMED);
  const subjects = named.map(({ noun, id }) => `${noun}:${id}`);
  const payments = named.filter(({ noun }) => noun === 'transaction');
  if (payments.length === 0) return subjects;
  const about = db`
    (x.merchant_id, x.transaction_id) in (
      select * from unnest(${payments.map((each) => each.merchantId)}::bigint[], ${payments.map(({ id }) => id)}::bigint[]))`;
  const further = await db<{ subject: string }[]>`${ofPayments(db, about)}`;
  return [...subjects, ...further.map(({ subject }) => subject)];
}

/**
 * Returns a query of the subjects that `findSubjects` finds among a merchant's, without a limit: for files, which
 * read the whole log anyway, and for saved reports, whose text nobody could refine. Null if the text starts no
 * reference.
 */
export function allSubjects(db: Db, merchantId: number, typed: string): Sql | null {
  const ways = kindsOf(typed).flatMap((kind) => {
    const rows = fitting(db, merchantId, kind);
    const own = db`select ${kind.noun}::text || ':' || t.id ${rows}`;
    if (kind.noun !== 'transaction') return [own];
    const about = db`x.merchant_id = ${merchantId} and x.transaction_id in (select t.id ${rows})`;
    return [own, ofPayments(db, about)];
  });
  return unionOf(db, ways);
}
