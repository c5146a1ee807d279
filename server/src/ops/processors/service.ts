import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import type {
  ClearingRow,
  DecideRefundForm,
  NotificationDetails,
  NotificationRow,
  ProcessorAccount,
  ProcessorAdapter,
  WaitingRefund,
} from '@daftar/contract/ops-processors';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../../audit/record.ts';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { NotFoundError } from '../../platform/http/errors.ts';
import { cairoDay, startOfCairoDay } from '../../platform/time/cairo.ts';
import { replayNotification } from '../../processors/inbox.ts';
import { notificationPath } from '../../processors/registry.ts';
import { decideRefund } from '../../refunds/decide.ts';
import { askNotMade } from '../../refunds/not-made.ts';
import { authorOf } from '../by.ts';
import * as store from './store.ts';

const HEALTH_HOURS = 24;

const codesOf = (methods: readonly number[]) =>
  PAYMENT_METHODS.filter(({ id }) => methods.includes(id)).map(({ code }) => code);

/** Lists the kinds of processors of this release. */
export function listAdapters({ processors }: App): ProcessorAdapter[] {
  return processors.adapters.map(({ name, methods, currencies, domains, credentials }) => ({
    name,
    methods: codesOf(Object.keys(methods).map(Number)),
    currencies: [...currencies],
    domains: [...domains],
    credentials: Object.entries(credentials).map(([key, { isSecret }]) => ({
      name: key,
      is_secret: isSecret,
    })),
  }));
}

function spansOf(app: App) {
  const now = app.clock.now();
  return {
    since: new Date(now.getTime() - HEALTH_HOURS * 3_600_000),
    month: startOfCairoDay(`${cairoDay(now).slice(0, 7)}-01`),
  };
}

/** Lists the accounts, those in use first, in the order in which they are tried. */
export async function listAccounts(app: App): Promise<ProcessorAccount[]> {
  return (await store.listAccounts(app.db, spansOf(app))).map((row) => accountOf(app, row));
}

/** Reads an account. @throws NotFoundError */
export async function readAccount(app: App, id: number): Promise<ProcessorAccount> {
  const [row] = await store.listAccounts(app.db, spansOf(app), id);
  if (!row) throw new NotFoundError();
  return accountOf(app, row);
}

function accountOf(app: App, row: store.ListedAccount): ProcessorAccount {
  const { id, adapter, mode, name, methods, currencies, baseUrl, credentials, priority, state } = row;
  const former = row.formerSecretUntil;
  return {
    id,
    adapter,
    mode,
    merchant: merchantOf(row),
    name,
    methods: codesOf(methods),
    currencies,
    base_url: baseUrl,
    credentials,
    priority,
    state,
    notification_url: `${app.config.publicUrl}${notificationPath(row)}`,
    former_secret_until: former && former > app.clock.now() ? former.toISOString() : null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    clearing: toPounds(row.owedPiastres),
    costs_this_month: toPounds(row.costsPiastres),
    notifications: {
      last_at: row.lastAt?.toISOString() ?? null,
      total: row.total,
      forged: row.forged,
      troubled: row.troubled,
    },
  };
}

/** The list of amounts that the account `account_id` owes us, by merchant. @throws NotFoundError */
export const clearingList = opsList<
  Paging<'amount'>,
  { account_id: number; q?: string | undefined },
  store.ListedClearing,
  ClearingRow
>({
  what: 'clearing',
  find: async (app, _paging, filters) => {
    await readAccount(app, filters.account_id);
    return (db) => store.clearingSource(db, filters);
  },
  wireOf: (row) => ({
    id: row.id,
    merchant: { id: row.id, name: row.merchantName },
    amount: toPounds(row.owedPiastres),
  }),
  cells: () => ({ ...merchantCells, amount: (row) => egp(row.amount) }),
});

const merchantOf = (row: { merchantId: number | null; merchantName: string | null }) =>
  row.merchantId === null ? null : { id: row.merchantId, name: row.merchantName ?? '' };

const namedOf = (row: { accountId: number | null; accountName: string | null }) =>
  row.accountId === null ? null : { id: row.accountId, name: row.accountName ?? '' };

const notificationOf = (row: store.ListedNotification): NotificationRow => ({
  id: row.id,
  account: namedOf(row),
  adapter: row.adapter,
  state: row.state,
  sender_id: row.senderId,
  error: row.error,
  tries: row.tries,
  created_at: row.receivedAt.toISOString(),
  processed_at: row.processedAt?.toISOString() ?? null,
});

/** The list of processor notifications. */
export const notifications = opsList<
  Paging<'created_at'>,
  store.NotificationFilters,
  store.ListedNotification,
  NotificationRow
>({
  what: 'processor-notifications',
  find: async ({ db }, _paging, filters) => {
    const found = await findTyped(db, filters.q, { mode: 'any' });
    return (through) => store.notificationSource(through, filters, found);
  },
  wireOf: notificationOf,
  cells: (say) => ({
    received: (row) => at(row.created_at),
    status: (row) => say(`ops.notificationState.${row.state}`),
    account: (row) => row.account?.name ?? row.adapter,
    senderId: (row) => row.sender_id ?? '',
    error: (row) => row.error ?? '',
    tries: (row) => row.tries,
    processed: (row) => at(row.processed_at),
  }),
});

/** Reads a notification with the received request. @throws NotFoundError */
export async function readNotification(app: App, id: number): Promise<NotificationDetails> {
  const row = await store.findNotification(app.db, id);
  if (!row) throw new NotFoundError();
  const nextTry = await store.findNextTry(app.db, id);
  const pairs = (entries: [string, string][]) => entries.map(([name, value]) => ({ name, value }));
  return {
    ...notificationOf(row),
    next_try_at: nextTry?.toISOString() ?? null,
    method: row.method,
    query: pairs(row.query),
    headers: pairs(Object.entries(row.headers)),
    body: row.body,
  };
}

/** Schedules a notification to be processed once more. @throws NotFoundError, ForgedNotification */
export async function replay(app: App, operator: Operator, id: number): Promise<void> {
  await transaction(app.db, async (tx) => {
    await replayNotification(tx, id);
    await recordProviderAudit(tx, authorOf(operator), app.clock.now(), {
      action: 'processor-notification.replay',
      subject: `processor-notification:${id}`,
    });
  });
}

const waitingRefundOf = (row: store.ListedRefund): WaitingRefund => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  transaction_id: row.transactionId,
  reference: row.reference,
  amount: toPounds(row.amountPiastres),
  account: namedOf(row),
  adapter: row.adapter,
  why: row.why,
  explanation: row.explanation,
  refund_key: row.refundKey,
  bank_account:
    row.iban === '' ? null : { account_name: row.bankAccountName, bank_name: row.bankName, iban: row.iban },
  created_at: row.createdAt.toISOString(),
});

/** The list of refunds that wait for an operator. */
export const waitingRefunds = opsList<
  Paging<'created_at' | 'amount'>,
  { q?: string | undefined },
  store.ListedRefund,
  WaitingRefund
>({
  what: 'waiting-refunds',
  find: async ({ db }, paging, { q }) => {
    const found = await findTyped(db, q, { mode: 'any' });
    return (through) => store.waitingRefundSource(through, paging, q, found);
  },
  wireOf: waitingRefundOf,
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    amount: (row) => egp(row.amount),
    status: (row) => say(`ops.refundWhy.${row.why}`),
    explanation: (row) => row.explanation ?? '',
    account: (row) => row.account?.name ?? row.adapter,
    refundKey: (row) => row.refund_key,
    accountName: (row) => row.bank_account?.account_name ?? '',
    bank: (row) => row.bank_account?.bank_name ?? '',
    iban: (row) => row.bank_account?.iban ?? '',
    ...momentCells(say),
  }),
});

/**
 * Books that a refund was made, or asks a second operator to book that it was not.
 * @throws NoRefundWaits, RefundIdTaken, WaitsAlready
 */
export async function decide(
  app: App,
  operator: Operator,
  ref: { merchantId: number; id: number },
  { made, processor_refund_id: processorRefundId, reason }: DecideRefundForm,
): Promise<void> {
  if (!made) return askNotMade(app, operator, ref, reason);
  await decideRefund(app, ref, { made, processorRefundId, ...authorOf(operator) });
}
