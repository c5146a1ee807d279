/** The caller's open tasks: only those that their permissions let them see and act on. */
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import {
  FAILED_PAYOUT_DAYS,
  TASK_BOUND,
  TASK_KINDS,
  type Task,
  type TaskKind,
} from '@daftar/contract/dashboard';
import type { Permission } from '@daftar/contract/permissions';
import { countWaitingFor } from '../approvals/rows.ts';
import type { App, Caller } from '../platform/context.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import * as store from './store-tasks.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Documents are due when the first reminder is sent. */
const DOCUMENT_DAYS = 30;

type Found = number | { count: number; transactionId: number | null };

interface Kind {
  /** Null: the count itself depends on permissions. */
  needs: Permission | null;
  count: (app: App, caller: Caller) => Promise<Found> | Found;
}

const KINDS: Readonly<Record<TaskKind, Kind>> = {
  chargebacks: {
    needs: 'view-chargeback-list',
    count: (app, caller) => store.countChargebacks(app.db, caller, TASK_BOUND, app.clock.now()),
  },
  approvals: { needs: null, count: (app, caller) => countWaitingFor(app, caller, TASK_BOUND) },
  payouts: {
    needs: 'payout-request-transactions',
    count: (app, caller) =>
      store.readFailedPayouts(
        app.db,
        caller,
        TASK_BOUND,
        new Date(app.clock.now().getTime() - FAILED_PAYOUT_DAYS * DAY_MILLISECONDS),
      ),
  },
  tickets: {
    needs: 'tickets-list',
    count: (app, caller) => store.countTickets(app.db, caller, TASK_BOUND),
  },
  documents: {
    needs: 'submit-kyc',
    count: (app, caller) => store.countDocuments(app.db, caller, cairoDay(app.clock.now()), DOCUMENT_DAYS),
  },
  rejected: {
    needs: 'submit-kyc',
    count: (_, { merchantStatus }) => (merchantStatus === MERCHANT_STATUS.rejected ? 1 : 0),
  },
  activate: {
    needs: 'submit-kyc',
    count: (_, { merchantStatus }) => (merchantStatus === MERCHANT_STATUS.registered ? 1 : 0),
  },
  'overdue-invoices': {
    needs: 'view-invoices-list',
    count: (app, caller) => store.countInvoices(app.db, caller, TASK_BOUND, app.clock.now(), 'overdue'),
  },
  'unpaid-invoices': {
    needs: 'view-invoices-list',
    count: (app, caller) => store.countInvoices(app.db, caller, TASK_BOUND, app.clock.now(), 'unpaid'),
  },
};

/** Lists open tasks, without kinds that have none. */
export async function readTasks(app: App, caller: Caller): Promise<Task[]> {
  const tasks = await Promise.all(
    TASK_KINDS.map(async (kind) => {
      const { needs, count } = KINDS[kind];
      if (needs !== null && !caller.permissions.has(needs)) return null;
      const found = await count(app, caller);
      const { count: n, transactionId } =
        typeof found === 'number' ? { count: found, transactionId: null } : found;
      return n === 0 ? null : { kind, count: n, transaction_id: transactionId };
    }),
  );
  return tasks.filter((task) => task !== null);
}
