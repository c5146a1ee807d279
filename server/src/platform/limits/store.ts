import type { App } from '../context.ts';
import type { Db } from '../db/connect.ts';
import { forgetBefore } from '../jobs/batches.ts';

/** What is counted, as it is kept. */
export interface Subject {
  /** 0 when it is counted over all merchants. */
  merchantId: number;
  /** 43 characters. */
  hash: string;
}

/** Why no use was taken. */
export interface Refusal {
  /** Index of the subject that refused. */
  index: number;
  /** When it has a use again. */
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

/** Gives back a use of each that was taken at that moment. */
export async function giveBackUses(db: Db, subjects: readonly Subject[], at: Date): Promise<void> {
  await db`
    select limit_give_back(${subjects.map(({ merchantId }) => merchantId)}::bigint[],
                           ${subjects.map(({ hash }) => hash)}::text[], ${at})`;
}

/** Forgets every use of a subject. */
export async function forgetUses(db: Db, { merchantId, hash }: Subject): Promise<void> {
  await db`delete from limit_uses where merchant_id = ${merchantId} and subject = ${hash}`;
}

/** Deletes the rows whose uses no limit counts any more. */
export async function deleteExpiredUses(app: App, now: Date): Promise<void> {
  await forgetBefore(
    app,
    { table: 'limit_uses', key: ['merchant_id', 'subject'], moment: 'expires_at' },
    now,
  );
}
