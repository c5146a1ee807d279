/** Operators' accounts at the company's identity provider, and sign-ins that wait for its answer. */
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { deleteBefore } from '../../platform/jobs/batches.ts';

/** A sign-in that was begun. */
export interface Attempt {
  stateHash: Buffer;
  /** Null for an operator without an authenticator; the identity provider tells who it is. */
  operatorId: number | null;
  browserHash: Buffer;
  now: Date;
  expiresAt: Date;
}

/** Stores a sign-in that was begun. */
export async function insertAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db`
    insert into operator_company_attempts (state_hash, operator_id, browser_hash, created_at, expires_at)
    values (${attempt.stateHash}, ${attempt.operatorId}, ${attempt.browserHash}, ${attempt.now}, ${attempt.expiresAt})`;
}

/** Consumes a pending sign-in that has not expired; of two concurrent answers, only one gets it. */
export async function takeAttempt(
  db: Db,
  stateHash: Buffer,
  now: Date,
): Promise<{ operatorId: number | null; browserHash: Buffer; createdAt: Date } | null> {
  const [row] = await db<{ operatorId: number | null; browserHash: Buffer; createdAt: Date }[]>`
    delete from operator_company_attempts where state_hash = ${stateHash} and expires_at > ${now}
    returning operator_id as "operatorId", browser_hash as "browserHash", created_at as "createdAt"`;
  return row ?? null;
}

/** Links an operator to an account, once. @returns whether this account is theirs now */
export async function linkAccount(
  tx: Tx,
  operatorId: number,
  { issuer, subject }: { issuer: string; subject: string },
  { mayLink, now }: { mayLink: boolean; now: Date },
): Promise<{ isTheirs: boolean; isNew: boolean }> {
  const [known] = await tx<{ isSame: boolean }[]>`
    select issuer = ${issuer} and subject = ${subject} as "isSame" from operator_company_accounts
     where operator_id = ${operatorId}`;
  if (known) return { isTheirs: known.isSame, isNew: false };
  if (!mayLink) return { isTheirs: false, isNew: false };
  const rows = await tx`
    insert into operator_company_accounts (operator_id, issuer, subject, linked_at)
    values (${operatorId}, ${issuer}, ${subject}, ${now}) on conflict do nothing`;
  return { isTheirs: rows.count > 0, isNew: rows.count > 0 };
}

/** Finds the operator of an account at the identity provider. */
export async function findLinked(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await db<{ id: number }[]>`
    select operator_id as id from operator_company_accounts where issuer = ${issuer} and subject = ${subject}`;
  return row?.id ?? null;
}

/** Deletes sign-ins that were not answered in time. */
export async function purgeAttempts(app: App, before: Date): Promise<void> {
  await deleteBefore(
    app,
    { table: 'operator_company_attempts', key: ['state_hash'], moment: 'expires_at' },
    before,
  );
}
