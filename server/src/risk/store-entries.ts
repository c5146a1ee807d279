import type { EntryKind, RiskList } from '@daftar/contract/ops-risk-entries';
import type { Paging } from '@daftar/contract/paging';
import { anyOf } from '../ops-lists/find.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import { trigramPattern } from '../platform/lists/typed.ts';

export interface EntryRow {
  id: number;
  list: RiskList;
  kind: EntryKind;
  shown: string;
  reason: string;
  addedBy: string;
  createdAt: Date;
  expiresAt: Date | null;
}

const columns = (db: Db) => db`
  t.id, t.list, t.kind, t.shown, t.reason, t.added_by as "addedBy", t.created_at as "createdAt",
  t.expires_at as "expiresAt"`;

/** The entries as a list, which belongs to no merchant. */
const ENTRIES = `(
  select 0::bigint as merchant_id, e.id, e.list, e.kind, e.key, e.shown, e.reason, e.added_by, e.created_at, e.expires_at,
         e.removed_at
    from risk_entries e)`;

export interface EntryFilters {
  q?: string | undefined;
  list?: RiskList | undefined;
  kind?: EntryKind | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  created_at: { expression: 't.created_at' },
  expires_at: { expression: 't.expires_at' },
} as const satisfies Record<string, SortColumn>;

/**
 * Returns the condition that an entry matches the typed text: a listed value, or words of the reason or the author's
 * name.
 */
function meant(db: Db, typed: string, keys: readonly Buffer[]): Sql {
  const words = trigramPattern(typed);
  const hex = keys.map((key) => key.toString('hex'));
  return anyOf(db, [
    ...(hex.length === 0
      ? []
      : [db`t.key = any(array(select decode(k, 'hex') from unnest(${hex}::text[]) k))`]),
    ...(words === null ? [] : [db`search_key(t.reason || ' ' || t.added_by) like ${words}`]),
  ]);
}

/** Returns the source of the list of active entries. `keys`: the stored keys of a typed value. */
export function entrySource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  filters: EntryFilters & { keys: readonly Buffer[] },
  now: Date,
): ListSource {
  const { q = '', keys, list, kind, date_from: from, date_to: to } = filters;
  const conditions: Sql[] = [];
  if (typedText(q) !== '') conditions.push(meant(db, q, keys));
  if (list) conditions.push(db`t.list = ${list}`);
  if (kind) conditions.push(db`t.kind = ${kind}`);
  conditions.push(...withinDays(db, from, to));
  return {
    table: ENTRIES,
    scope: db`t.removed_at is null and (t.expires_at is null or t.expires_at > ${now})`,
    filters: conditions,
    sort: SORTS[paging.sortBy],
    columns: columns(db),
  };
}

/** Locks an entry that is not removed. */
export async function lockEntry(tx: Tx, id: number): Promise<EntryRow | undefined> {
  const [row] = await tx<EntryRow[]>`
    select ${columns(tx)} from risk_entries t where t.id = ${id} and t.removed_at is null for update`;
  return row;
}

/** An entry to be added to a list. */
export interface NewEntry {
  list: RiskList;
  kind: EntryKind;
  key: Buffer;
  shown: string;
  reason: string;
  expiresAt: Date | null;
}

/** Adds an entry to a list, replacing an expired one. @returns its id; undefined when it is there already */
export async function insertEntry(
  tx: Tx,
  entry: NewEntry,
  actor: string,
  now: Date,
): Promise<number | undefined> {
  await tx`
    update risk_entries set removed_at = ${now}, removed_by = ${actor}, removed_reason = ''
     where list = ${entry.list} and kind = ${entry.kind} and key = ${entry.key} and removed_at is null
       and expires_at <= ${now}`;
  const [row] = await tx<{ id: number }[]>`
    insert into risk_entries (list, kind, key, shown, reason, added_by, created_at, expires_at)
    values (${entry.list}, ${entry.kind}, ${entry.key}, ${entry.shown}, ${entry.reason}, ${actor}, ${now},
            ${entry.expiresAt})
    on conflict (list, kind, key) where removed_at is null do nothing
    returning id`;
  return row?.id;
}

/** Returns whether a value is in a list now. */
export async function isListed(
  db: Db,
  { list, kind, key }: Pick<NewEntry, 'list' | 'kind' | 'key'>,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    select from risk_entries
     where list = ${list} and kind = ${kind} and key = ${key} and removed_at is null
       and (expires_at is null or expires_at > ${now})`;
  return rows.length > 0;
}

/** Removes a locked entry. */
export async function removeEntry(
  tx: Tx,
  id: number,
  by: { actor: string; reason: string; now: Date },
): Promise<void> {
  await tx`
    update risk_entries set removed_at = ${by.now}, removed_by = ${by.actor}, removed_reason = ${by.reason}
     where id = ${id}`;
}
