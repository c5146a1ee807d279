import type { Paging } from '@daftar/contract/paging';
import { type AllOf, allOfPrefix } from '../../audit/numbered.ts';
import { findSubjects } from '../../audit/service.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import { type ListSource, on, type Sql } from '../../platform/lists/page.ts';
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

/** The subjects named by a typed reference or its beginning; null if the text is no reference. */
export interface Named {
  subjects: readonly string[];
  /** Nouns of which all entries match. */
  all: readonly AllOf[];
}

/**
 * Finds the subjects that a typed text names by references, of one merchant or of all.
 * @throws InvalidError 422 on `q` when too many references begin with it
 */
export async function findNamed(db: Db, typed: string, merchantId: number | null): Promise<Named | null> {
  const all = allOfPrefix(typed);
  const subjects = await findSubjects(db, merchantId, typed);
  const isNone = all.length === 0 && subjects.length === 0 && meaningOf(typed).reference === null;
  return isNone ? null : { subjects, all };
}

/** The same expression as in the index. */
const nounOf = (db: Db) => db`split_part(t.subject, ':', 1)`;

/** Returns the condition that an entry is about the named subjects. */
function about(db: Db, { subjects, all }: Named): Sql {
  if (all.length === 0) return db`t.subject = any (${[...subjects]}::text[])`;
  const nouns = db`${nounOf(db)} = any (${all.map(({ noun }) => noun)}::text[])`;
  return all.reduce(
    (sofar, { noun, kind }) =>
      kind === undefined ? sofar : db`${sofar} and (${nounOf(db)} <> ${noun} or t.after->>'kind' = ${kind})`,
    nouns,
  );
}

const SUBJECT = /^[a-z-]{1,40}:[\w.-]{1,80}$/;

/** `ops:mona` is an actor (a user of the command line), not a subject. */
const isSubject = (typed: string) => SUBJECT.test(typed) && !typed.startsWith('ops:');

/** E-mail addresses are stored in lower case, names of keys as typed. */
const actorOf = (typed: string) => (typed.startsWith('API key ') ? typed : typed.toLowerCase());

/** Returns the condition that an entry matches the typed text: a reference, a subject, or an actor. */
function meant(db: Db, typed: string, named: Named | null): Sql {
  if (named) return about(db, named);
  return isSubject(typed)
    ? on('t.subject', db`t.subject = ${typed}`)
    : on('t.actor', db`t.actor = ${actorOf(typed)}`);
}

/** Returns the source of the audit log. @param named the subjects of a typed reference, from `findNamed`. */
export function auditSource(
  db: Db,
  { sortBy }: Paging<AuditSort>,
  filters: AuditFilters,
  named: Named | null,
): ListSource {
  const conditions: Sql[] = [];
  const typed = typedText(filters.q ?? '');
  if (typed !== '') conditions.push(meant(db, typed, named));
  const actor = actorOf(typedText(filters.actor ?? ''));
  const action = typedText(filters.action ?? '');
  if (actor !== '') conditions.push(db`t.actor = ${actor}`);
  if (action !== '') conditions.push(db`t.action = ${action}`);
  if (filters.merchant_id !== undefined) conditions.push(db`t.merchant_id = ${filters.merchant_id}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.at'));
  // For a single subject or actor, an index has the entries in order.
  const under = typed === '' || named ? undefined : isSubject(typed) ? 't.subject' : 't.actor';
  return {
    table: 'audit_log',
    scope: db`true`,
    filters: conditions,
    // Sorted by actor or action, and within the same one by time.
    sort:
      sortBy === 'created_at' ? { expression: 't.at', under } : { expression: `t.${sortBy}`, next: 't.at' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.at, t.mode, t.actor, t.address, t.action, t.subject, t.before, t.after,
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}
