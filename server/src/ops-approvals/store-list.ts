import type {
  ApprovalFact,
  OpsApprovalKind,
  OpsApprovalState,
  WaitingSubject,
} from '@daftar/contract/ops-approvals';
import type { Paging } from '@daftar/contract/paging';
import type { MessageRef } from '@daftar/contract/validate';
import type { Db } from '../platform/db/connect.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { askerStays, stateAt } from './store.ts';

/** A request as shown. */
export interface ListedRequest {
  id: number;
  kind: OpsApprovalKind;
  state: OpsApprovalState;
  subject: string;
  name: string;
  merchantId: number | null;
  merchantName: string | null;
  /** In EGP; that of the first fact with an amount. */
  amount: number | null;
  reason: string;
  askedBy: number;
  askerEmail: string;
  askedAt: Date;
  expiresAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  note: string;
  trouble: MessageRef | null;
}

export interface RequestFilters {
  state?: OpsApprovalState | undefined;
  kind?: OpsApprovalKind | undefined;
  q?: string | undefined;
  subject?: string | undefined;
  merchant_id?: number | undefined;
  to_decide?: 'yes' | undefined;
}

const columns = (db: Db, now: Date) => db`
  t.id, t.kind, ${stateAt(db, now)} as state, t.subject, t.name, nullif(t.about, 0) as "merchantId",
  (select m.business_name from merchants m where m.id = t.about) as "merchantName",
  (select (x.value ->> 'amount')::numeric
     from jsonb_array_elements(t.facts) with ordinality f (fact, nth)
    cross join lateral (select coalesce(nullif(f.fact -> 'after', 'null'), f.fact -> 'before') as value) x
    where x.value ->> 'is' = 'amount' order by f.nth limit 1) as amount, t.reason, t.asked_by as "askedBy",
  (select o.email from operators o where o.id = t.asked_by) as "askerEmail", t.asked_at as "askedAt",
  t.expires_at as "expiresAt",
  coalesce((select o.email from operators o where o.id = t.decided_by), t.decided_in_shell) as "decidedBy",
  t.decided_at as "decidedAt", t.note, t.trouble`;

/** The merchant of a request under another name: the list's key is (0, id). */
const TABLE = `(select 0::bigint as merchant_id, a.id, a.kind, a.state, a.subject, a.name, coalesce(a.merchant_id, 0) as about,
  a.facts, a.reason, a.papers, a.asked_by, a.asked_at, a.expires_at, a.decided_by, a.decided_in_shell, a.decided_at,
  a.note, a.trouble from operator_approvals a)`;

/** Requests are numbered in order of creation. */
const SORTS: Record<'waiting' | 'created_at' | 'kind', SortColumn> = {
  waiting: { expression: "(t.state = 'waiting')" },
  created_at: { expression: 't.id', unique: true },
  kind: { expression: 't.kind' },
};

/** Returns the source of the list of requests of these kinds: waiting ones first, then the newest. */
export function requestSource(
  db: Db,
  { sortBy }: Paging<keyof typeof SORTS>,
  kinds: readonly OpsApprovalKind[],
  filters: RequestFilters,
  now: Date,
  operatorId: number,
): ListSource {
  const conditions: Sql[] = [];
  if (filters.to_decide) conditions.push(db`t.asked_by <> ${operatorId}`);
  // A request stored as waiting may be over, so each of those is examined; for the other states an index suffices.
  if (filters.state)
    conditions.push(
      db`t.state = any (${[filters.state, 'waiting']}) and ${stateAt(db, now)} = ${filters.state}`,
    );
  if (filters.kind) conditions.push(db`t.kind = ${filters.kind}`);
  if (filters.subject) conditions.push(db`t.subject = ${filters.subject}`);
  if (filters.merchant_id !== undefined) conditions.push(db`t.about = ${filters.merchant_id}`);
  if (typedText(filters.q ?? '') !== '') {
    conditions.push(db`
      search_key(concat_ws(' ', t.name, t.reason, (
        select string_agg(o.email, ' ') from operators o where o.id in (t.asked_by, t.decided_by))))
      like ${containsPattern(filters.q!)}`);
  }
  return {
    table: TABLE,
    scope: db`t.kind = any (${[...kinds]})`,
    filters: conditions,
    sort: SORTS[sortBy],
    columns: columns(db, now),
  };
}

/** A complete request. */
export interface FullRequest extends ListedRequest {
  facts: ApprovalFact[];
  papers: string[];
}

/** Finds a request of these kinds. */
export async function findListed(
  db: Db,
  kinds: readonly OpsApprovalKind[],
  id: number,
  now: Date,
): Promise<FullRequest | undefined> {
  const [row] = await db<FullRequest[]>`
    select ${columns(db, now)}, t.facts, t.papers from ${db.unsafe(TABLE)} t
     where t.id = ${id} and t.kind = any (${[...kinds]})`;
  return row;
}

/** Counts the requests of others that an operator may decide now. */
export async function countWaiting(
  db: Db,
  kinds: readonly OpsApprovalKind[],
  operatorId: number,
  now: Date,
): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from operator_approvals t
     where t.state = 'waiting' and t.kind = any (${[...kinds]}) and t.asked_by <> ${operatorId}
       and t.expires_at > ${now} and ${askerStays(db)}`;
  return row!.n;
}

/** Lists the waiting requests of a kind or a subject. */
export function listSubjects(
  db: Db,
  kinds: readonly OpsApprovalKind[],
  { kind, subject }: { kind?: OpsApprovalKind | undefined; subject?: string | undefined },
  now: Date,
): Promise<WaitingSubject[]> {
  return db<WaitingSubject[]>`
    select t.id, t.kind, t.subject from operator_approvals t
     where t.state = 'waiting' and t.kind = any (${[...kinds]}) and t.expires_at > ${now} and ${askerStays(db)}
       ${kind ? db`and t.kind = ${kind}` : db``} ${subject === undefined ? db`` : db`and t.subject = ${subject}`}
     order by t.id`;
}
