import type { Paging } from '@daftar/contract/paging';
import { MOST_NAMED, NUMBERED } from '../../audit/numbered.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import { type ListSource, on, plannedForItsValues, type Sql } from '../../platform/lists/page.ts';
import { typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';

export interface StoredAudit {
  id: number;
  merchantId: number;
  merchantName: string | null;
  at: Date;
  mode: string | null;
  actor: string;
  address: string | null;
  action: string;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface AuditFilters {
  q?: string | undefined;
  merchant_id?: number | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

export type AuditSort = 'created_at' | 'actor' | 'action';

/** The subjects that a reference names; null for text that is no reference. */
export async function findSubjects(db: Db, typed: string): Promise<string[] | null> {
  const { reference } = meaningOf(typed);
  const named = reference && NUMBERED[reference.kind];
  if (!named) return null;
  const rows = await plannedForItsValues(db<{ id: number }[]>`
    select id from ${db(named.table)} where ${db(named.column)} like ${reference.pattern} limit ${MOST_NAMED}`);
  return rows.map(({ id }) => `${named.noun}:${id}`);
}

const SUBJECT = /^[a-z-]{1,40}:[\w.-]{1,80}$/;

/** Who works on the command line is an actor: `ops:mona`. */
const isSubject = (typed: string) => SUBJECT.test(typed) && !typed.startsWith('ops:');

/** An e-mail is stored in lower case, the name of a key as it was typed. */
const actorOf = (typed: string) => (typed.startsWith('API key ') ? typed : typed.toLowerCase());

/** What a typed text may mean: the subjects that a reference names, a subject, or an actor. */
function meant(db: Db, typed: string, subjects: readonly string[] | null): Sql {
  if (subjects) return db`t.subject = any (${[...subjects]}::text[])`;
  return isSubject(typed)
    ? on('t.subject', db`t.subject = ${typed}`)
    : on('t.actor', db`t.actor = ${actorOf(typed)}`);
}

/**
 * The audit log.
 * @param subjects what a typed reference names, by `findSubjects`.
 */
export function auditSource(
  db: Db,
  { sortBy }: Paging<AuditSort>,
  filters: AuditFilters,
  subjects: readonly string[] | null,
): ListSource {
  const conditions: Sql[] = [];
  const typed = typedText(filters.q ?? '');
  if (typed !== '') conditions.push(meant(db, typed, subjects));
  const actor = actorOf(typedText(filters.actor ?? ''));
  const action = typedText(filters.action ?? '');
  if (actor !== '') conditions.push(db`t.actor = ${actor}`);
  if (action !== '') conditions.push(db`t.action = ${action}`);
  if (filters.merchant_id !== undefined) conditions.push(db`t.merchant_id = ${filters.merchant_id}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.at'));
  // Of one subject or actor, an index holds the entries in order.
  const under = typed === '' || subjects ? undefined : isSubject(typed) ? 't.subject' : 't.actor';
  return {
    table: 'audit_log',
    scope: db`true`,
    filters: conditions,
    // Of one actor or action, newest or oldest first.
    sort:
      sortBy === 'created_at' ? { expression: 't.at', under } : { expression: `t.${sortBy}`, next: 't.at' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.at, t.mode, t.actor, t.address, t.action, t.subject, t.before, t.after,
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}
