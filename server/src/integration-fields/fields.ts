/** The merchant's own fields in SQL; the rows are read as `t`, and each noun writes its own table. */
import type { Metadata, OwnFieldsForm } from '@daftar/contract/integration-fields';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { on, type Sql } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import { MerchantReferenceTaken } from './errors.ts';

/** Tables with these fields. */
export type OwnTable = 'payment_links' | 'invoices' | 'customers' | 'orders' | 'refunds';

/** The fields as read for a reply. */
export interface OwnRow {
  merchantReference: string | null;
  metadata: Metadata;
}

/** The fields as stored. */
export interface OwnFields extends OwnRow {
  /** The reference must be unique within the kind. */
  isAlone: boolean;
}

/** Columns of {@link OwnRow}. */
export const ownColumns = (db: Db, of = 't') =>
  db`${db.unsafe(of)}.merchant_reference as "merchantReference", ${db.unsafe(of)}.metadata`;

/** Columns for a file: the metadata as JSON, or empty. */
export const exportedColumns = (db: Db) => db`
  t.merchant_reference as "merchantReference",
  case when t.metadata = '{}' then '' else t.metadata::text end as "metadataText"`;

/** Columns of a file. */
export interface ExportedOwn {
  merchantReference: string | null;
  metadataText: string;
}

/** Returns the fields of a reply or webhook. */
export const ownOf = ({ merchantReference, metadata }: OwnRow) => ({
  merchant_reference: merchantReference,
  metadata,
});

/** Filters of a list; see `OwnFilters` of the contract. */
export interface OwnFilters {
  merchant_reference?: string | undefined;
  metadata?: Metadata | undefined;
}

/** Returns conditions of a list, each backed by an index of the table. */
export function ownFilters(db: Db, { merchant_reference: reference, metadata }: OwnFilters): Sql[] {
  const conditions: Sql[] = [];
  if (reference !== undefined && typedText(reference) !== '')
    conditions.push(on('t.merchant_reference', db`t.merchant_reference = ${typedText(reference)}`));
  // The index holds rows with metadata only.
  if (metadata !== undefined)
    conditions.push(db`t.metadata @> ${db.json(metadata)}::jsonb and t.metadata <> '{}'`);
  return conditions;
}

/** Returns the fields after a form; fields that it omits do not change. */
export const changedBy = (form: OwnFieldsForm, now: OwnFields): OwnFields => ({
  merchantReference: form.merchant_reference === undefined ? now.merchantReference : form.merchant_reference,
  isAlone: form.merchant_reference_unique ?? now.isAlone,
  metadata: form.metadata ?? now.metadata,
});

/** Returns the fields of a new row. */
export const newOwn = (form: OwnFieldsForm): OwnFields =>
  changedBy(form, { merchantReference: null, isAlone: false, metadata: {} });

/**
 * Call before writing a row with a unique merchant reference: waits for concurrent writers of the same reference, and
 * checks whether another row has it. The table's unique key holds in any case.
 * @param exceptId the row itself.
 * @throws MerchantReferenceTaken
 */
export async function claimReference(
  tx: Tx,
  table: OwnTable,
  scope: Scope,
  { merchantReference, isAlone }: OwnFields,
  exceptId = 0,
): Promise<void> {
  if (!isAlone || merchantReference === null) return;
  const key = `${table} ${scope.merchantId} ${scope.mode} ${merchantReference}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  const [taken] = await tx`
    select from ${tx.unsafe(table)} t
     where ${inScope(tx, scope)} and t.merchant_reference = ${merchantReference} and t.id <> ${exceptId} limit 1`;
  if (taken) throw new MerchantReferenceTaken();
}

/** Locks a row and reads its fields; null when there is none. */
export async function lockOwn(tx: Tx, table: OwnTable, scope: Scope, id: number): Promise<OwnFields | null> {
  const [row] = await tx<OwnFields[]>`
    select ${ownColumns(tx)}, t.merchant_reference_unique as "isAlone" from ${tx.unsafe(table)} t
     where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Returns values of the columns `merchant_reference, merchant_reference_unique, metadata`, in this order. */
export const ownValues = (tx: Db, { merchantReference, isAlone, metadata }: OwnFields) =>
  tx`${merchantReference}, ${isAlone}, ${tx.json(metadata)}::jsonb`;

/** Returns the columns of {@link ownValues}. */
export const ownNames = (tx: Db) => tx`merchant_reference, merchant_reference_unique, metadata`;

/** The tables of payables, by kind. */
const PAYABLES = { 'payment-link': 'payment_links', invoice: 'invoices', order: 'orders' } as const;

/**
 * Returns SQL for a column of the payable of a transaction `t`; null for a payout. Built once, since every list uses
 * it.
 */
const ofPayable = (column: 'merchant_reference' | 'metadata') => {
  const cases = Object.entries(PAYABLES).map(
    ([kind, table]) =>
      `when '${kind}' then (select p.${column} from ${table} p
                           where p.merchant_id = t.merchant_id and p.id = t.source_id)`,
  );
  return `case t.source_kind ${cases.join(' ')} end`;
};
const PAYABLE_REFERENCE = ofPayable('merchant_reference');
const PAYABLE_METADATA = `coalesce(${ofPayable('metadata')}, '{}'::jsonb)`;

/** Selects the merchant reference of the payable of a transaction `t`. */
export const payableReference = (db: Db) => db.unsafe(PAYABLE_REFERENCE);
/** Selects the metadata of the payable of a transaction `t`. */
export const payableMetadata = (db: Db) => db.unsafe(PAYABLE_METADATA);

/** Selects kinds and ids of payables with a merchant reference. */
const namedPayables = (db: Db, scope: Scope, reference: string) =>
  Object.entries(PAYABLES)
    .map(
      ([kind, table]) => db`
        select ${kind}::text as kind, p.id from ${db.unsafe(table)} p
         where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.merchant_reference = ${reference}`,
    )
    .reduce((sofar, each) => db`${sofar} union all ${each}`);

/** Condition for transactions `t` whose payable has a merchant reference, starting from the payables. */
export const paysFor = (db: Db, scope: Scope, reference: string): Sql =>
  db`(t.source_kind, t.source_id) in (${namedPayables(db, scope, reference)})`;

/**
 * Conditions for the newest such transactions, and those with a refund that has the reference: a limited number is
 * read first, however many there are.
 */
export const newestNamed = (db: Db, scope: Scope, reference: string, most: number): Sql[] => [
  db`t.id = any(array(
    select x.id from (${namedPayables(db, scope, reference)} limit ${most}) p
     cross join lateral (
       select x.id from transactions x
        where x.merchant_id = ${scope.merchantId} and x.source_kind = p.kind and x.source_id = p.id
        order by x.created_at desc, x.id desc limit ${most}) x))`,
  db`t.id = any(array(
    select r.transaction_id from refunds r
     where r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.merchant_reference = ${reference}
     order by r.id desc limit ${most}))`,
];
