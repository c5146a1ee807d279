/** Lists of failures, and the audit log. */
import type { AuditRow, FailedDelivery, FailedJob, FailedMessage } from '@daftar/contract/ops-platform';
import type { Paging } from '@daftar/contract/paging';
import { PROVIDER } from '../../audit/record.ts';
import { sideText, wordsOf } from '../../audit/service.ts';
import { at, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import {
  type AuditFilters,
  type AuditSort,
  auditSource,
  findNamed,
  type StoredAudit,
} from './store-audit.ts';
import {
  deliverySource,
  type FailureFilters,
  jobSource,
  messageSource,
  type StoredDelivery,
  type StoredJob,
  type StoredMessage,
} from './store-failures.ts';

/** The list of failed jobs. */
export const failedJobs = opsList<
  Paging<'created_at' | 'task' | 'attempts'>,
  { q?: string | undefined },
  StoredJob,
  FailedJob
>({
  what: 'failed-jobs',
  find: (_app, paging, filters) => (db) => jobSource(db, paging, filters),
  wireOf: (row) => ({
    id: row.id,
    task: row.task,
    merchant_id: row.merchantId,
    attempts: row.attempts,
    max_attempts: row.maxAttempts,
    last_error: row.lastError,
    next_try_at: row.attempts < row.maxAttempts ? row.runAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
  }),
  cells: () => ({
    task: (row) => row.task,
    merchantId: (row) => row.merchant_id,
    attempts: (row) => row.attempts,
    error: (row) => row.last_error,
    next: (row) => at(row.next_try_at),
    created: (row) => at(row.created_at),
  }),
});

/** The list of messages that were not delivered. */
export const failedMessages = opsList<
  Paging<'created_at' | 'recipient'>,
  FailureFilters,
  StoredMessage,
  FailedMessage
>({
  what: 'failed-messages',
  find: (_app, paging, filters) => (db) => messageSource(db, paging, filters),
  wireOf: (row) => ({
    id: row.id,
    merchant_id: row.merchantId,
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
  }),
  cells: (say) => ({
    recipient: (row) => row.recipient,
    channel: (row) => say(`ops.channel.${row.channel}`),
    subject: (row) => row.subject,
    error: (row) => row.last_error,
    merchantId: (row) => row.merchant_id,
    created: (row) => at(row.created_at),
  }),
});

/** The list of webhooks that failed permanently. */
export const failedDeliveries = opsList<
  Paging<'created_at' | 'type'>,
  FailureFilters,
  StoredDelivery,
  FailedDelivery
>({
  what: 'failed-webhooks',
  find: (_app, paging, filters) => (db) => deliverySource(db, paging, filters),
  wireOf: (row) => ({
    id: row.id,
    merchant: { id: row.merchantId, name: row.merchantName },
    mode: row.mode,
    type: row.type,
    attempts: row.attempts,
    last_status: row.lastStatus,
    created_at: row.createdAt.toISOString(),
  }),
  cells: (say) => ({
    type: (row) => row.type,
    ...merchantCells,
    attempts: (row) => row.attempts,
    answer: (row) => row.last_status,
    ...momentCells(say),
  }),
});

/** The audit log of all merchants and of the provider. */
export const audit = opsList<Paging<AuditSort>, AuditFilters, StoredAudit, AuditRow>({
  what: 'audit-log',
  find: async ({ db }, paging, filters) => {
    const named = await findNamed(db, filters.q ?? '', filters.merchant_id ?? null);
    return (through) => auditSource(through, paging, filters, named);
  },
  wireOf: (row, locale) => ({
    id: row.id,
    at: row.at.toISOString(),
    merchant: row.merchantId === PROVIDER ? null : { id: row.merchantId, name: row.merchantName ?? '' },
    mode: row.mode,
    actor: row.actor,
    address: row.address,
    subject: row.subject ?? '',
    ...wordsOf(locale, row),
  }),
  cells: (say) => ({
    at: (row) => at(row.at),
    actor: (row) => row.actor,
    address: (row) => row.address ?? '',
    action: (row) => row.action_name,
    subject: (row) => row.subject,
    merchant: (row) => row.merchant?.name ?? '',
    merchantId: (row) => row.merchant?.id ?? null,
    mode: (row) => (row.mode === 'live' || row.mode === 'test' ? say(`ops.mode.${row.mode}`) : ''),
    before: (row) => sideText(row.changes, 'before'),
    after: (row) => sideText(row.changes, 'after'),
  }),
});
