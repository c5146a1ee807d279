import type { App } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { deleteBefore } from '../jobs/batches.ts';

/** The subject of a limit, as stored. */
export interface Subject {
  /** 0 if counted across merchants. */
  merchantId: number;
  /** 22 characters: 132 bits, too many for collisions. */
  hash: string;
}

/** The refusal of a use. */
export interface Refusal {
  /** Index of the subject that refused. */
  index: number;
  /** When it has a free use again. */
  freeAt: Date;
}

/** Takes a use of each subject, or of none. The subjects must be sorted. */
export async function takeUses(
  db: Db,
  uses: readonly { subject: Subject; seconds: number; allowed: number }[],
  now: Date,
): Promise<Refusal | null> {
  const [row] = await db<{ refused: number; freeAt: Date }[]>`
    select refused, free_at as "freeAt"
      from limit_take(${uses.map(({ subject }) => subject.merchantId)}::bigint[],
                      ${uses.map(({ subject }) => subject.hash)}::text[],
                      ${uses.map(({ seconds }) => seconds)}::int[],
                      ${uses.map(({ allowed }) => allowed)}::int[], ${now})`;
  return row ? { index: row.refused - 1, freeAt: row.freeAt } : null;
}

/** Returns the refusal that taking a use of each would meet now; takes none. */
export async function checkUses(
  db: Db,
  uses: readonly { subject: Subject; seconds: number; allowed: number }[],
  now: Date,
): Promise<Refusal | null> {
  const [row] = await db<{ refused: number; freeAt: Date }[]>`
    select n.place::int as refused,
           w.uses[cardinality(w.uses) - n.allowed + 1] + make_interval(secs => n.seconds) as "freeAt"
      from unnest(${uses.map(({ subject }) => subject.merchantId)}::bigint[],
                  ${uses.map(({ subject }) => subject.hash)}::text[],
                  ${uses.map(({ seconds }) => seconds)}::int[],
                  ${uses.map(({ allowed }) => allowed)}::int[])
             with ordinality as n(merchant, subject, seconds, allowed, place)
      join limit_uses l on l.merchant_id = n.merchant and l.subject = n.subject
     cross join lateral (
       select array(select u from unnest(l.uses) as u
                     where u > ${now}::timestamptz - make_interval(secs => n.seconds) order by u) as uses) w
     where cardinality(w.uses) >= n.allowed
     order by 2 desc limit 1`;
  return row ? { index: row.refused - 1, freeAt: row.freeAt } : null;
}

/** Returns the uses taken at that moment. */
export async function releaseUses(db: Db, subjects: readonly Subject[], at: Date): Promise<void> {
  await db`
    select limit_give_back(${subjects.map(({ merchantId }) => merchantId)}::bigint[],
                           ${subjects.map(({ hash }) => hash)}::text[], ${at})`;
}

/** Clears every use of a subject. */
export async function clearUses(db: Db, { merchantId, hash }: Subject): Promise<void> {
  await db`delete from limit_uses where merchant_id = ${merchantId} and subject = ${hash}`;
}

/** Deletes rows whose uses no longer count for any limit. */
export async function deleteExpiredUses(app: App, now: Date): Promise<void> {
  await deleteBefore(
    app,
    { table: 'limit_uses', key: ['merchant_id', 'subject'], moment: 'expires_at' },
    now,
  );
}
