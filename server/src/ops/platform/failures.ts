import type { AuditRow, FailedDelivery, FailedJob, FailedMessage } from '@daftar/contract/ops-platform';
import type { Paging } from '@daftar/contract/paging';
import { PROVIDER, recordProviderAudit } from '../../audit/record.ts';
import { wordsOf } from '../../audit/service.ts';
import { sendAgain } from '../../messages/send.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Locale } from '../../platform/i18n/translate.ts';
import { resendEvent } from '../../webhooks/service.ts';
import { authorOf } from '../by.ts';
import { NothingToRetry } from '../errors.ts';
import * as store from './store.ts';

/** Lists one page of failed jobs. */
export async function listFailedJobs(app: App, paging: Paging<'created_at'>) {
  const { rows, meta } = await store.listFailedJobs(app.db, paging);
  const wireOf = (row: store.StoredJob): FailedJob => ({
    id: row.id,
    task: row.task,
    merchant_id: row.merchantId,
    attempts: row.attempts,
    max_attempts: row.maxAttempts,
    last_error: row.lastError,
    next_try_at: row.attempts < row.maxAttempts ? row.runAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  });
  return { rows: rows.map(wireOf), meta };
}

/** Retries a failed job now, with all its attempts again. @throws NothingToRetry */
export async function retryJob(app: App, operator: Operator, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const task = await store.rescheduleJob(tx, id, now);
    if (task === undefined) throw new NothingToRetry();
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'job.retry',
      subject: `job:${id}`,
      after: { task },
    });
  });
}

/** Lists one page of undelivered messages. */
export async function listFailedMessages(app: App, paging: Paging<'created_at'>) {
  const { rows, meta } = await store.listFailedMessages(app.db, paging);
  const wireOf = (row: store.StoredMessage): FailedMessage => ({
    id: row.id,
    merchant_id: row.merchantId,
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
  });
  return { rows: rows.map(wireOf), meta };
}

/** Hands a failed message to its gateway again; the gateway detects duplicates by its key. @throws NothingToRetry */
export async function retryMessage(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, id } = ref;
  await transaction(app.db, async (tx) => {
    if (!(await sendAgain(tx, ref))) throw new NothingToRetry();
    await recordProviderAudit(tx, authorOf(operator, merchantId), now, {
      action: 'message.retry',
      subject: `message:${id}`,
    });
  });
}

/** Lists one page of webhooks that failed for good. */
export async function listFailedDeliveries(app: App, paging: Paging<'created_at'>) {
  const { rows, meta } = await store.listFailedDeliveries(app.db, paging);
  const wireOf = (row: store.StoredDelivery): FailedDelivery => ({
    id: row.id,
    merchant: { id: row.merchantId, name: row.merchantName },
    mode: row.mode,
    type: row.type,
    attempts: row.attempts,
    last_status: row.lastStatus,
    created_at: row.createdAt.toISOString(),
  });
  return { rows: rows.map(wireOf), meta };
}

/** Sends such a webhook once more. @throws NothingToRetry, NoCallbackAddress */
export async function retryDelivery(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
): Promise<void> {
  const mode = await store.findGivenUp(app.db, ref);
  if (!mode) throw new NothingToRetry();
  const { email: actor, address } = operator;
  await resendEvent(app, { merchantId: ref.merchantId, mode, actor, address }, ref.id);
}

/** Lists one page of the audit log. */
export async function listAudit(
  app: App,
  locale: Locale,
  paging: Paging<'created_at'>,
  filters: store.AuditFilters,
) {
  const { rows, meta } = await store.listAudit(app.db, paging, filters);
  const wireOf = (row: store.StoredAudit): AuditRow => ({
    id: row.id,
    at: row.at.toISOString(),
    merchant: row.merchantId === PROVIDER ? null : { id: row.merchantId, name: row.merchantName ?? '' },
    mode: row.mode,
    actor: row.actor,
    address: row.address,
    subject: row.subject ?? '',
    ...wordsOf(locale, row),
  });
  return { rows: rows.map(wireOf), meta };
}
