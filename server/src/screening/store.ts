import type { HIT_STATES } from '@daftar/contract/ops-screening';
import type { Paging } from '@daftar/contract/paging';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import { trigramPattern } from '../platform/lists/typed.ts';
import type { Entry, Problem } from './list-file.ts';

type State = (typeof HIT_STATES)[number];

/** The state of the list, without its entries. */
export interface ListState {
  version: string | null;
  triedVersion: string;
  entryCount: number;
  acceptedAt: Date | null;
  triedAt: Date;
  problems: Problem[];
}

export async function findList(db: Db): Promise<ListState | undefined> {
  const [row] = await db<ListState[]>`
    select version, tried_version as "triedVersion", entry_count as "entryCount", accepted_at as "acceptedAt",
           tried_at as "triedAt", problems from screening_list`;
  return row;
}

/** Reads the entries of the list in effect. */
export async function readEntries(db: Db): Promise<Entry[]> {
  const [row] = await db<{ entries: Entry[] }[]>`select entries from screening_list`;
  return row?.entries ?? [];
}

/** Replaces the list. */
export async function writeList(tx: Tx, version: string, entries: Entry[], now: Date): Promise<void> {
  await tx`
    insert into screening_list (version, tried_version, entries, entry_count, accepted_at, tried_at)
    values (${version}, ${version}, ${tx.json(entries as never)}, ${entries.length}, ${now}, ${now})
    on conflict (is_only) do update
       set version = excluded.version, tried_version = excluded.version, entries = excluded.entries,
           entry_count = excluded.entry_count, accepted_at = ${now}, tried_at = ${now}, problems = '[]'`;
}

/** Records the errors in a file; the former list stays in effect. */
export async function writeProblems(tx: Tx, version: string, problems: Problem[], now: Date): Promise<void> {
  await tx`
    insert into screening_list (tried_version, tried_at, problems)
    values (${version}, ${now}, ${tx.json(problems as never)})
    on conflict (is_only) do update set tried_version = ${version}, tried_at = ${now}, problems = excluded.problems`;
}

/** A name of a merchant. */
export interface Name {
  part: 'business' | 'person' | 'account';
  name: string;
}

/** Lists all names of a merchant: of the business, of its people, of its bank accounts, and those sent for review. */
export function listNames(db: Db, merchantId: number): Promise<Name[]> {
  return db<Name[]>`
    select distinct part, name from (
      select 'business' as part, m.business_name as name from merchants m where m.id = ${merchantId}
      union all
      select v.part, k.fields->>v.field from kyc_submissions k,
             (values ('business', 'companyNameEn'), ('business', 'companyNameAr'), ('person', 'signatoryName'),
                     ('account', 'bankAccountName')) v (part, field)
       where k.merchant_id = ${merchantId} and k.state <> 'draft'
      union all
      select 'person', concat_ws(' ', u.first_name, u.last_name) from users u
       where u.merchant_id = ${merchantId} and u.is_active
      union all
      select 'account', unnest(array[b.account_name, b.latin_name]) from bank_accounts b
       where b.merchant_id = ${merchantId}) n
     where coalesce(name, '') <> '' order by 1, 2`;
}

/** Lists merchants after a given one, in order. */
export async function listMerchants(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    select id from merchants where id > ${after} order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Records a hit, once. */
export async function insertHit(
  db: Db,
  merchantId: number,
  hit: Name & { key: string; entry: Entry; listedName: string; score: number; now: Date },
): Promise<void> {
  const { part, name, key, entry, listedName, score, now } = hit;
  await db`
    insert into screening_hits (merchant_id, part, name, name_key, listed_name, listed_reference, birth_date, source,
                                score, found_at)
    values (${merchantId}, ${part}, ${name}, ${key}, ${listedName}, ${entry.reference}, ${entry.birthDate}, ${entry.source},
            ${score}, ${now})
    on conflict (merchant_id, name_key, source, listed_reference) do nothing`;
}

export interface Hit {
  id: number;
  merchantId: number;
  merchantName: string;
  part: Name['part'];
  name: string;
  listedName: string;
  listedReference: string;
  birthDate: string;
  source: string;
  score: number;
  foundAt: Date;
  state: State;
  decidedBy: string | null;
  decidedAt: Date | null;
  reason: string;
  hasApplication: boolean;
}

export interface HitFilters {
  q?: string | undefined;
  state?: State | undefined;
  part?: Name['part'] | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  found_at: { expression: 't.id', unique: true },
  score: { expression: 't.score' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of hits of a state, by default open ones. */
export function hitSource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  { q = '', state = 'open', part, merchant_id, date_from, date_to }: HitFilters,
): ListSource {
  const filters: Sql[] = [];
  if (typedText(q) !== '') {
    const words = trigramPattern(q);
    filters.push(
      words === null
        ? db`false`
        : db`search_key(t.name || ' ' || t.listed_name || ' ' || t.listed_reference || ' ' || t.source) like ${words}`,
    );
  }
  if (part) filters.push(db`t.part = ${part}`);
  if (merchant_id !== undefined) filters.push(db`t.merchant_id = ${merchant_id}`);
  filters.push(...withinDays(db, date_from, date_to, 't.found_at'));
  return {
    table: 'screening_hits',
    scope: db`t.state = ${state}`,
    filters,
    sort: SORTS[paging.sortBy],
    columns: db`
      t.id, t.merchant_id as "merchantId", t.part, t.name, t.listed_name as "listedName",
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName",
      t.listed_reference as "listedReference", t.birth_date as "birthDate", t.source, t.score, t.found_at as "foundAt",
      t.state, t.decided_by as "decidedBy", t.decided_at as "decidedAt", t.reason,
      exists (select from kyc_submissions k where k.merchant_id = t.merchant_id and k.state <> 'draft') as "hasApplication"`,
  };
}

/** A hit with its current decision. */
export type DecidedHit = Pick<
  Hit,
  'merchantName' | 'name' | 'listedName' | 'source' | 'state' | 'decidedBy' | 'decidedAt' | 'reason'
>;

/** Locks a hit until its decision is written. */
export async function lockHit(
  tx: Tx,
  ref: { merchantId: number; id: number },
): Promise<DecidedHit | undefined> {
  const [hit] = await tx<DecidedHit[]>`
    select (select m.business_name from merchants m where m.id = h.merchant_id) as "merchantName", h.name,
           h.listed_name as "listedName", h.source, h.state, h.decided_by as "decidedBy", h.decided_at as "decidedAt", h.reason
      from screening_hits h where h.merchant_id = ${ref.merchantId} and h.id = ${ref.id} for update`;
  return hit;
}

/** Writes the decision on a locked hit. */
export async function writeDecision(
  tx: Tx,
  ref: { merchantId: number; id: number },
  decision: { state: 'true' | 'false'; reason: string; by: string; now: Date },
): Promise<void> {
  await tx`
    update screening_hits set state = ${decision.state}, reason = ${decision.reason}, decided_by = ${decision.by},
           decided_at = ${decision.now}
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Counts a merchant's open and confirmed hits. */
export async function countHits(db: Db, merchantId: number): Promise<{ open: number; true: number }> {
  const [row] = await db<{ open: number; true: number }[]>`
    select count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'true')::int as true
      from screening_hits where merchant_id = ${merchantId}`;
  return row!;
}
