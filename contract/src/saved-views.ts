/** Saved views of lists: filters and order, for oneself or for everybody in the business. */
import * as z from 'zod/mini';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { balance, MovementsView } from './balance.ts';
import { categories } from './categories.ts';
import { chargebacks } from './chargebacks.ts';
import { customers } from './customers.ts';
import { defineEndpoints, type Endpoint } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import { events } from './events.ts';
import { feeInvoices } from './fee-invoices.ts';
import { invoices } from './invoices.ts';
import { canBeAsked, type Viewable, ViewName, ViewPeriod, ViewQuery } from './list-view.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { paymentLinks } from './payment-links.ts';
import { payouts } from './payouts.ts';
import { DAY_PERIODS } from './periods.ts';
import type { Permission } from './permissions.ts';
import { products } from './products.ts';
import { requestLog } from './request-log.ts';
import { settlements } from './settlements.ts';
import { IdParams, Switch } from './text.ts';
import { tickets } from './tickets.ts';
import { transactions } from './transactions.ts';
import { webhooks } from './webhooks.ts';

/**
 * Lists that have views, by the names under which screens store their state. People who may not see a list have no
 * views of it.
 */
export const VIEW_LISTS = {
  transactions: transactions.list,
  'payment-links': paymentLinks.list,
  invoices: invoices.list,
  customers: customers.list,
  chargebacks: chargebacks.list,
  orders: orders.list,
  tickets: tickets.list,
  payouts: payouts.list,
  settlements: settlements.list,
  balance: { ...balance.movements, query: MovementsView },
  products: products.list,
  categories: categories.list,
  approvals: approvals.list,
  notifications: notifications.history,
  audit: audit.list,
  'fee-invoices': feeInvoices.list,
  webhooks: webhooks.list,
  events: events.list,
  'request-log': requestLog.list,
} as const satisfies Record<string, Endpoint & { query: Viewable }>;
export type ViewList = keyof typeof VIEW_LISTS;
const LISTS = Object.keys(VIEW_LISTS) as ViewList[];

/** Maximum number of views per person, and of shared ones per business. */
export const VIEWS_MAXIMUM = 30;
/** The permission to share a view with everybody, and to delete views shared by others. */
export const MAY_SHARE_VIEWS: Permission = 'users-manage';

/** Returns whether a list accepts the query of its screen. */
export const isQueryOf = (list: ViewList, query: Readonly<Record<string, string>>): boolean =>
  canBeAsked(VIEW_LISTS[list].query, query);

export const SavedViewForm = z
  .object({
    list: z.enum(LISTS, { error: 'Invalid' }),
    name: ViewName,
    query: ViewQuery,
    /** Replaces the dates of the list's range. */
    period: ViewPeriod,
    /** True: everybody in the business can use it. */
    is_shared: z._default(Switch, false),
  })
  .check(z.refine(({ list, query }) => isQueryOf(list, query), { error: 'Invalid', path: ['query'] }));
export type SavedViewForm = z.output<typeof SavedViewForm>;

/** Changes of a view; its period and its filters change together. */
export const SavedViewChange = z
  .object({ name: z.optional(ViewName), query: z.optional(ViewQuery), period: ViewPeriod })
  .check(
    z.refine(({ name, query }) => name !== undefined || query !== undefined, {
      error: 'Required',
      path: ['name'],
    }),
  );
export type SavedViewChange = z.output<typeof SavedViewChange>;

export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  period: z.nullable(z.enum(DAY_PERIODS)),
  is_shared: z.boolean(),
  /** True: saved by the caller. */
  is_mine: z.boolean(),
  /** The name of the person who saved it. */
  saved_by: z.string(),
});
export type SavedView = z.output<typeof SavedView>;

export const savedViews = defineEndpoints({
  /** Lists the caller's views of a list, and the shared ones, by name. */
  list: {
    method: 'GET',
    path: '/merchant/saved-views',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    query: z.object({ list: z.enum(LISTS, { error: 'Invalid' }) }),
    reply: data(z.array(SavedView)),
  },
  create: {
    method: 'POST',
    path: '/merchant/saved-views/create',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    idempotent: true,
    body: SavedViewForm,
    reply: data(Created),
  },
  /**
   * Changes a view's name, or its filters, order and period: the caller's own, or a shared one if the caller may share.
   */
  update: {
    method: 'PATCH',
    path: '/merchant/saved-views/:id',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    params: IdParams,
    body: SavedViewChange,
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/merchant/saved-views/:id',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    params: IdParams,
    reply: done,
  },
});
