import { account } from '@daftar/contract/account';
import { apiKeys } from '@daftar/contract/api-keys';
import { approvals } from '@daftar/contract/approvals';
import { auth } from '@daftar/contract/auth';
import { chargebacks } from '@daftar/contract/chargebacks';
import { customerInvoices } from '@daftar/contract/customer-invoices';
import { dashboard } from '@daftar/contract/dashboard';
import type { Endpoint } from '@daftar/contract/endpoint';
import { invoices } from '@daftar/contract/invoices';
import { kyc } from '@daftar/contract/kyc';
import {
  type ChangedNoun,
  type ChangeEvent,
  type NotificationEvent,
  notifications,
} from '@daftar/contract/notifications';
import { orders } from '@daftar/contract/orders';
import { paymentLinks } from '@daftar/contract/payment-links';
import { payouts } from '@daftar/contract/payouts';
import { settlements } from '@daftar/contract/settlements';
import { team } from '@daftar/contract/team';
import { tickets } from '@daftar/contract/tickets';
import { transactions } from '@daftar/contract/transactions';
import type { StreamEvent } from '../shared/stream.ts';

/** Queries that show balances. */
const MONEY = [
  dashboard.statistics,
  dashboard.sales,
  dashboard.tasks,
  payouts.availableBalance,
  settlements.next,
];

const TICKETS = [dashboard.tasks, tickets.list, tickets.ticket, tickets.messages];

/** Queries that a change of a noun's rows makes stale. */
const CHANGED: Record<ChangedNoun, readonly Endpoint[]> = {
  transactions: [
    transactions.list,
    transactions.details,
    paymentLinks.transactions,
    customerInvoices.statistics,
    ...MONEY,
  ],
  'payment-links': [
    paymentLinks.list,
    paymentLinks.details,
    paymentLinks.transactions,
    paymentLinks.till,
    paymentLinks.tillSale,
  ],
  invoices: [invoices.list, invoices.details, invoices.insight, invoices.customers, customerInvoices.list],
  orders: [orders.list, orders.details],
  tickets: TICKETS,
};

/** Queries that a notification makes stale, by the prefix of its kind, besides the notifications. */
const NOTIFIED: readonly (readonly [prefix: string, endpoints: readonly Endpoint[]])[] = [
  ['account-', [dashboard.tasks, auth.me, kyc.state]],
  ['payment-', [transactions.list, ...MONEY]],
  ['refund-', [transactions.list, transactions.details, ...MONEY]],
  ['payout-', [payouts.list, payouts.details, transactions.list, transactions.details, ...MONEY]],
  ['settlement-', [settlements.list, transactions.list, transactions.details, ...MONEY]],
  ['balance-', MONEY],
  ['chargeback-', [chargebacks.list, chargebacks.details, transactions.details, ...MONEY]],
  ['order-', [orders.list, orders.details]],
  ['ticket-', TICKETS],
  [
    'approval-',
    [
      approvals.list,
      approvals.settings,
      transactions.list,
      transactions.details,
      payouts.list,
      account.financialInfo,
      ...MONEY,
    ],
  ],
  ['bank-account-', [account.financialInfo, settlements.next]],
  ['api-key-', [apiKeys.info, apiKeys.list]],
  ['address-change-', [team.users]],
  ['approvals-', [approvals.settings, payouts.availableBalance]],
];

/** Queries that an event of the stream makes stale; after a gap, all that it could have announced. */
export function staleAfter({ event, data }: StreamEvent): readonly Endpoint[] {
  switch (event) {
    case 'change':
      return CHANGED[(data as ChangeEvent).noun] ?? [];
    case 'notification': {
      const { kind } = data as NotificationEvent;
      const [, endpoints = []] = NOTIFIED.find(([prefix]) => kind.startsWith(prefix)) ?? [];
      return [notifications.list, ...endpoints];
    }
    default:
      return [notifications.list, ...Object.values(CHANGED).flat(), ...NOTIFIED.flatMap(([, each]) => each)];
  }
}
