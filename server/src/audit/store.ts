import type { AUDIT_SORTS } from '@daftar/contract/audit';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import { allOf, orderBy, type Page, readPage, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { type AllOf, allOfPrefix } from './numbered.ts';
import { DIRECTORY_ACTOR } from './record.ts';
import { allSubjects, findSubjects } from './store-references.ts';

type Json = Record<string, unknown> | null;

/** One logged action. */
export interface LoggedRow {
  id: number;
  at: Date;
  actor: string;
  actorName: string | null;
  address: string | null;
  mode: Mode | null;
  action: string;
  subject: string | null;
  before: Json;
  after: Json;
}

/** The people, other actors and subjects that a typed text names. */
export interface Named {
  people: readonly number[];
  actors: readonly string[];
  /** The condition for entries about the subjects of a reference. */
  about: Sql | null;
  /** Nouns of which all entries match. */
  all: readonly AllOf[];
}

// Wrapped in an object, because awaiting a fragment of a statement would execute it.
async function ofSubjects(db: Db, merchantId: number, text: string): Promise<Pick<Named, 'about'>> {
  const subjects = await findSubjects(db, merchantId, text);
  return { about: subjects.length > 0 ? db`t.subject = any(${subjects}::text[])` : null };
}

function ofEvery(db: Db, merchantId: number, text: string): Pick<Named, 'about'> {
  const subjects = allSubjects(db, merchantId, text);
  return { about: subjects && db`t.subject in (${subjects})` };
}

/**
 * Finds the people and subjects of a merchant that a typed text names; null when nothing was typed.
 * @throws InvalidError 422 on `q` for a page, when too many references match. A file has the entries of all of them.
 */
export async function findNamed(
  db: Db,
  merchantId: number,
  typed: string | undefined,
  reads: 'page' | 'file',
): Promise<Named | null> {
  const text = typedText(typed ?? '');
  if (text === '') return null;
  const pattern = containsPattern(text);
  // People who have left are found by the name in their entries.
  const people = await db<{ id: number }[]>`
    select id from users
     where merchant_id = ${merchantId} and (name_key like ${pattern} or search_key(email) like ${pattern})`;
  return {
    people: people.map(({ id }) => id),
    // A person's former e-mail is in lower case; a key is identified by its displayed part.
    actors: [...new Set([text, text.toLowerCase(), `API key ${text}`])],
    ...(reads === 'file' ? ofEvery(db, merchantId, text) : await ofSubjects(db, merchantId, text)),
    all: allOfPrefix(text),
  };
}

/** Selects entries of any of these names, each by an index. */
function among(db: Db, { people, actors, about, all }: Named): Sql {
  const ways = [db`(t.actor = any(${[...actors]}::text[]) and not ${ofStaff(db)})`];
  if (people.length > 0) ways.push(db`t.user_id = any(${[...people]}::bigint[])`);
  if (about) ways.push(about);
  for (const { noun, kind } of all) {
    const ofKind = kind === undefined ? db`true` : db`t.after->>'kind' = ${kind}`;
    ways.push(db`(t.subject like ${`${noun}:%`} and ${ofKind})`);
  }
  return db`(${ways.reduce((sofar, way) => db`${sofar} or ${way}`)})`;
}

export interface LogFilters {
  /** The result of `findNamed` for the search field. */
  named?: Named | null | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

type Sort = (typeof AUDIT_SORTS)[number];
export type LogPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.at' },
};

/** The actor shown to merchants for the provider's staff, without name or address. */
export const PROVIDER_STAFF = 'provider';
const ofStaff = (db: Db) =>
  db`(t.user_id is null and t.actor not in ('system', 'demo', ${DIRECTORY_ACTOR}) and t.actor not like 'API key %')`;

/**
 * Actions of the provider's staff about a merchant that only the console shows. Requests and refusals have reasons
 * and notes for colleagues, and nobody is told that their name resembles one on a sanctions list.
 */
const AMONG_STAFF = [
  'ops-approval.ask',
  'ops-approval.approve',
  'ops-approval.decline',
  'ops-approval.withdraw',
  'merchant.screening',
];

/** Actions on a merchant whose reason is addressed to the merchant; other reasons are for colleagues. */
const REASON_FOR_MERCHANT = ['merchant.reject'];

/** Selects one side of an entry, without names of staff and without the provider's own accounts and reasons. */
const shown = (db: Db, side: 't.before' | 't.after') => db`
  ${db.unsafe(side)} - case
    when t.action = 'ledger.correct' then array['askedBy', 'clearing', 'bank']
    when t.action like 'risk-review.%' then array['askedBy', 'reason']
    when t.action like 'merchant.%' and t.action <> all (${REASON_FOR_MERCHANT}::text[]) then array['askedBy', 'reason']
    else array['askedBy'] end`;

const columns = (db: Db) => db`
  t.id, t.at, case when ${ofStaff(db)} then ${PROVIDER_STAFF} else t.actor end as actor,
  case when ${ofStaff(db)} then null else t.address end as address, t.mode, t.action, t.subject,
  ${shown(db, 't.before')} as before, ${shown(db, 't.after')} as after,
  (select u.first_name || ' ' || u.last_name from users u
    where u.merchant_id = t.merchant_id and u.id = t.user_id) as "actorName"`;

/** A merchant's log covers both modes. */
const inScope = (db: Db, merchantId: number) =>
  db`t.merchant_id = ${merchantId} and t.action <> all (${AMONG_STAFF}::text[])`;

function filtersOf(db: Db, filters: LogFilters): Sql[] {
  const conditions: Sql[] = [];
  if (filters.named) conditions.push(among(db, filters.named));
  const actor = typedText(filters.actor ?? '');
  const action = typedText(filters.action ?? '');
  if (actor === PROVIDER_STAFF) conditions.push(ofStaff(db));
  else if (actor !== '') conditions.push(db`t.actor = ${actor} and not ${ofStaff(db)}`);
  if (action !== '') conditions.push(db`t.action = ${action}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.at'));
  return conditions;
}

/** Reads one page of a merchant's log. */
export function listLog(
  db: Db,
  merchantId: number,
  paging: LogPaging,
  filters: LogFilters,
): Promise<Page<LoggedRow>> {
  return readPage<LoggedRow>(db, paging, {
    table: 'audit_log',
    scope: inScope(db, merchantId),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Reads all filtered rows, with times formatted in Cairo time. */
export function exportLog(db: Tx, merchantId: number, paging: LogPaging, filters: LogFilters) {
  return db<(LoggedRow & { writtenOn: string })[]>`
    select ${columns(db)}, to_char(t.at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI:SS') as "writtenOn"
      from audit_log t where ${allOf(db, inScope(db, merchantId), filtersOf(db, filters))}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Returns all distinct values of a column by a loose index scan, fast however long the log is. */
async function distinct(db: Db, merchantId: number, column: 'actor' | 'action'): Promise<string[]> {
  const name = db.unsafe(column);
  const rows = await db<{ value: string }[]>`
    with recursive found as (
      (select ${name} as value from audit_log where merchant_id = ${merchantId} order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where merchant_id = ${merchantId} and ${name} > f.value
               order by ${name} limit 1)
        from found f where f.value is not null
    )
    select value from found where value is not null`;
  return rows.map(({ value }) => value);
}

/** Lists everybody in the log, with a name where the person is still a user. */
export async function listActors(
  db: Db,
  merchantId: number,
): Promise<{ actor: string; name: string | null }[]> {
  const actors = await distinct(db, merchantId, 'actor');
  return db<{ actor: string; name: string | null }[]>`
    select distinct case when ${ofStaff(db)} then ${PROVIDER_STAFF} else t.actor end as actor,
           (select u.first_name || ' ' || u.last_name from users u
             where u.merchant_id = ${merchantId} and u.id = t.user_id) as name
      from unnest(${actors}::text[]) as a (actor)
      cross join lateral (
        select x.actor, x.user_id from audit_log x
         where x.merchant_id = ${merchantId} and x.actor = a.actor order by x.id desc limit 1) t
     order by actor`;
}

/** Lists every action in the log. */
export const listActions = async (db: Db, merchantId: number): Promise<string[]> =>
  (await distinct(db, merchantId, 'action')).filter((action) => !AMONG_STAFF.includes(action));
