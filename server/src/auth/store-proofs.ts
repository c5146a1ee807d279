import * as people from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';

export type ProofPurpose =
  | 'second-step'
  | 'second-step-new'
  | 'passkey-sign-in'
  | 'passkey-new'
  | 'passkey-step-up'
  | 'step-up'
  | 'company-sign-in'
  | 'company-step-up';

export interface ProofRow {
  merchantId: number | null;
  userId: number | null;
  /** For a sign-in that waits for its second step: the id of the person who gave the password. */
  challenge: string | null;
  rememberMe: boolean;
  /** The first factor was the company's account. */
  byCompany: boolean;
}

export interface NewProof extends ProofRow {
  tokenHash: Buffer;
  purpose: ProofPurpose;
  now: Date;
  expiresAt: Date;
}

const columns = (db: Db) => db`
  merchant_id as "merchantId", user_id as "userId", challenge, remember_me as "rememberMe",
  by_company as "byCompany"`;

/** Stores a challenge. */
export async function insertProof(db: Db, proof: NewProof): Promise<void> {
  await db`
    insert into proofs_awaited (token_hash, purpose, merchant_id, user_id, challenge, remember_me, by_company,
                                created_at, expires_at)
    values (${proof.tokenHash}, ${proof.purpose}, ${proof.merchantId}, ${proof.userId}, ${proof.challenge},
            ${proof.rememberMe}, ${proof.byCompany}, ${proof.now}, ${proof.expiresAt})`;
}

/** Finds a pending challenge. */
export async function findProof(
  db: Db,
  tokenHash: Buffer,
  purpose: ProofPurpose,
  now: Date,
): Promise<ProofRow | null> {
  const [row] = await db<ProofRow[]>`
    select ${columns(db)} from proofs_awaited
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now} and tries_left > 0`;
  return row ?? null;
}

/** Uses up one attempt of a challenge. @returns null when it is answered, expired, exhausted or unknown. */
export async function tryProof(
  db: Db,
  tokenHash: Buffer,
  purpose: ProofPurpose,
  now: Date,
): Promise<ProofRow | null> {
  const [row] = await db<ProofRow[]>`
    update proofs_awaited set tries_left = tries_left - 1
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now} and tries_left > 0
    returning ${columns(db)}`;
  return row ?? null;
}

/** Consumes a challenge; if it names a user, it must be `of`. Of two concurrent answers, one gets it. */
export async function takeProof(
  db: Db,
  tokenHash: Buffer,
  purpose: ProofPurpose,
  now: Date,
  of?: { merchantId: number; userId: number },
): Promise<ProofRow | null> {
  const theirs = of ? db`and merchant_id = ${of.merchantId} and user_id = ${of.userId}` : db``;
  const [row] = await db<ProofRow[]>`
    delete from proofs_awaited
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now} ${theirs}
    returning ${columns(db)}`;
  return row ?? null;
}

/** Ends the sign-ins of a person, to any of their merchants, that wait for the second step. */
export async function dropSignIns(tx: Tx, key: people.Membership): Promise<void> {
  await tx`
    delete from proofs_awaited a using users u
     where ${people.isOfPerson(tx, key)} and a.merchant_id = u.merchant_id and a.user_id = u.id
       and a.purpose in ('second-step', 'second-step-new')`;
}

/** Deletes challenges that expired before a moment. */
export async function purgeProofs(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'proofs_awaited', key: ['token_hash'], moment: 'expires_at' }, before);
}
