import { createHash } from 'node:crypto';
import { IDEMPOTENCY_KEPT_HOURS } from '@daftar/contract/endpoint';
import { stepUpFields } from '@daftar/contract/step-up';
import type { FastifyRequest } from 'fastify';
import type { App, Scope } from '../context.ts';
import { transaction } from '../db/transaction.ts';
import { deleteBefore } from '../jobs/batches.ts';
import { AppError, ConflictError, InvalidError } from './errors.ts';

export interface StoredReply {
  status: number;
  body: string;
  /** Set if it repeats the reply of an earlier call. */
  isReplayed?: true;
}

/** The owner of idempotency keys: a merchant in a mode, or one operator, with the prefix `of`. */
export type KeyOwner = Scope & { of?: string };

const MAXIMUM_KEY_LENGTH = 255;

/**
 * Runs a create call once per `Idempotency-Key` of an owner. Key and reply are stored in the call's own
 * transaction, so a crash keeps both or neither. A concurrent call with the same key waits and gets the same reply byte
 * for byte. A failed call leaves no key behind.
 * @param sent the body as sent, with files by their hash.
 * @throws InvalidError for a key over 255 characters, ConflictError 409 for the same key with another request.
 */
export async function idempotently(
  app: App,
  owner: KeyOwner,
  request: FastifyRequest,
  sent: unknown,
  run: (app: App) => Promise<StoredReply>,
): Promise<StoredReply> {
  const key = String(request.headers['idempotency-key']).trim();
  if (key === '' || key.length > MAXIMUM_KEY_LENGTH) {
    throw InvalidError.field('Idempotency-Key', key === '' ? 'Required' : 'TooLong', {
      maximum: MAXIMUM_KEY_LENGTH,
    });
  }
  const { merchantId, mode } = owner;
  const kept = `${owner.of ?? ''}${key}`;
  // The requested URL: its ids and query are part of the request.
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${written(sent)}`)
    .digest();
  const now = app.clock.now();
  const forgottenBefore = hoursAgo(now, IDEMPOTENCY_KEPT_HOURS);
  return transaction(app.db, async (tx) => {
    // Waits here while another call holds the same key uncommitted.
    const [mine] = await tx`
      insert into idempotency_keys as stored (merchant_id, mode, key, request_hash, created_at)
      values (${merchantId}, ${mode}, ${kept}, ${hash}, ${now})
      on conflict (merchant_id, mode, key) do update
        set request_hash = excluded.request_hash, created_at = excluded.created_at,
            status_code = null, body = null
        where stored.created_at < ${forgottenBefore}
      returning 1`;
    if (!mine) return replay(tx, owner, kept, hash);
    const reply = await run({ ...app, db: tx });
    await tx`
      update idempotency_keys set status_code = ${reply.status}, body = ${reply.body}
      where merchant_id = ${merchantId} and mode = ${mode} and key = ${kept}`;
    return reply;
  });
}

const hoursAgo = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Deletes keys with their replies, an hour after they stop being replayed. */
export async function purgeReplies(app: App): Promise<void> {
  const before = hoursAgo(app.clock.now(), IDEMPOTENCY_KEPT_HOURS + 1);
  await deleteBefore(
    app,
    { table: 'idempotency_keys', key: ['merchant_id', 'mode', 'key'], moment: 'created_at' },
    before,
  );
}

/** Fields of a body that prove the caller's identity and are not part of the request itself. */
const PROOFS: ReadonlySet<string> = new Set(Object.keys(stepUpFields));

/**
 * Serializes the body without proofs of identity: a password would be stored under a fast hash, and a passkey's answer
 * differs each time. @throws AppError 400 if it is nested too deeply.
 */
function written(body: unknown): string {
  try {
    return JSON.stringify(body ?? null, function (key, value) {
      return this === body && PROOFS.has(key) ? undefined : value;
    });
  } catch {
    throw new AppError(400, 'http.malformed');
  }
}

async function replay(db: App['db'], owner: Scope, key: string, hash: Buffer): Promise<StoredReply> {
  const [stored] = await db<{ requestHash: Buffer; status: number; body: string }[]>`
    select request_hash as "requestHash", status_code as status, body from idempotency_keys
    where merchant_id = ${owner.merchantId} and mode = ${owner.mode} and key = ${key}`;
  if (!stored || !hash.equals(stored.requestHash)) throw new ConflictError('http.idempotencyConflict');
  return { status: stored.status, body: stored.body, isReplayed: true };
}
