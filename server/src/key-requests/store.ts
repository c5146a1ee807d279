import type { App, Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';

export interface NewKeyRequest {
  deviceHash: Buffer;
  userCode: string;
  mode: Mode;
  program: string;
  machine: string;
  address: string;
  now: Date;
  expiresAt: Date;
}

/** Stores a request. @returns whether its code was free. */
export async function insertRequest(db: Db, request: NewKeyRequest): Promise<boolean> {
  const { count } = await db`
    insert into key_requests (device_hash, user_code, mode, program, machine, address, created_at, expires_at)
    values (${request.deviceHash}, ${request.userCode}, ${request.mode}, ${request.program}, ${request.machine},
            ${request.address}, ${request.now}, ${request.expiresAt})
        on conflict do nothing`;
  return count === 1;
}

/** A waiting request. It belongs to nobody yet: anybody who knows its code may answer it. */
export interface WaitingRequest {
  userCode: string;
  mode: Mode;
  program: string;
  machine: string;
  address: string;
  createdAt: Date;
  expiresAt: Date;
}

const columns = (db: Db) => db`
  user_code as "userCode", mode, program, machine, address, created_at as "createdAt", expires_at as "expiresAt"`;

/** Finds a waiting request of a mode. */
export async function findWaiting(
  db: Db,
  mode: Mode,
  code: string,
  now: Date,
): Promise<WaitingRequest | undefined> {
  const [row] = await db<WaitingRequest[]>`
    select ${columns(db)} from key_requests
     where user_code = ${code} and mode = ${mode} and status = 'waiting' and expires_at > ${now}`;
  return row;
}

/** Locks a waiting request of a mode, so that it is answered once. */
export async function lockWaiting(
  tx: Tx,
  mode: Mode,
  code: string,
  now: Date,
): Promise<WaitingRequest | undefined> {
  const [row] = await tx<WaitingRequest[]>`
    select ${columns(tx)} from key_requests
     where user_code = ${code} and mode = ${mode} and status = 'waiting' and expires_at > ${now} for update`;
  return row;
}

/** Records the key that was made. */
export async function markApproved(
  tx: Tx,
  { merchantId }: Pick<Scope, 'merchantId'>,
  code: string,
  { keyId, sealedKey }: { keyId: number; sealedKey: Buffer },
): Promise<void> {
  await tx`
    update key_requests
       set status = 'approved', merchant_id = ${merchantId}, key_id = ${keyId}, sealed_key = ${sealedKey}
     where user_code = ${code}`;
}

/** Records a refusal. */
export async function markRefused(
  tx: Tx,
  { merchantId }: Pick<Scope, 'merchantId'>,
  code: string,
): Promise<void> {
  await tx`update key_requests set status = 'refused', merchant_id = ${merchantId} where user_code = ${code}`;
}

/** The state of a request. */
export interface Answered {
  status: 'waiting' | 'approved' | 'refused' | 'fetched';
  mode: Mode;
  merchantId: number | null;
  keyId: number | null;
  sealedKey: Buffer | null;
}

/** Locks a request by the program's code, so that of two concurrent calls only one gets the key. */
export async function lockByDevice(tx: Tx, deviceHash: Buffer, now: Date): Promise<Answered | undefined> {
  const [row] = await tx<Answered[]>`
    select status, mode, merchant_id as "merchantId", key_id as "keyId", sealed_key as "sealedKey"
      from key_requests where device_hash = ${deviceHash} and expires_at > ${now} for update`;
  return row;
}

/** Erases the key after the program has fetched it. */
export async function markFetched(tx: Tx, deviceHash: Buffer): Promise<void> {
  await tx`update key_requests set status = 'fetched', sealed_key = null where device_hash = ${deviceHash}`;
}

/** Deletes requests that can no longer be answered or fetched. */
export async function purge(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'key_requests', key: ['device_hash'], moment: 'expires_at' }, before);
}
