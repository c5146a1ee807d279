import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PAYMENT_METHODS, type PaymentMethodId } from './lookups.ts';
import { count } from './numbers.ts';
import { Day, listQuery } from './paging.ts';
import {
  Id,
  IdParams,
  optionalParagraphs,
  optionalReference,
  optionalText,
  paragraphs,
  reference,
  Switch,
  text,
} from './text.ts';

const MODES = ['live', 'test'] as const;

/** The lowest priority that an account can have; the lowest number is tried first. */
export const LAST_PRIORITY = 1000;
const USUAL_PRIORITY = 100;

/** The scope of an account that takes payments of every merchant. */
export const PROVIDER_SCOPE = 'provider';

/** How long the notification secret before a rotation goes on authenticating notifications. */
export const FORMER_SECRET_HOURS = 24;

/** What became of a notification. */
export const NOTIFICATION_STATES = [
  'received',
  'processed',
  'forged',
  'not-understood',
  'unmatched',
  'failed',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** A payment method by its code or id. */
const Method = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number, ctx): PaymentMethodId => {
    const found = PAYMENT_METHODS.find(({ id, code }) => code === value || id === value);
    if (found) return found.id;
    ctx.issues.push({ code: 'custom', message: value === '' ? 'Required' : 'Invalid', input: value });
    return z.NEVER;
  }),
);

const unique = <T>(values: T[]) => [...new Set(values)];

const Methods = z.pipe(
  z.array(Method).check(z.minLength(1, { error: 'Required' }), z.maxLength(PAYMENT_METHODS.length)),
  z.transform(unique),
);

const Currencies = z.pipe(
  z.array(z.enum(['EGP'], { error: 'Invalid' })).check(z.minLength(1, { error: 'Required' }), z.maxLength(1)),
  z.transform(unique),
);

const Priority = count({ least: 0, most: LAST_PRIORITY, error: 'Invalid' });

/** By the adapter's names of them; the server knows which there are. */
const Credentials = z.record(
  z.string().check(z.minLength(1), z.maxLength(60)),
  z.string().check(
    z.trim(),
    z.maxLength(10_000),
    z.refine((value: string) => !value.includes('\u0000'), { error: 'Invalid' }),
  ),
);

/** An account at a processor; also what a file for `npm run ops -- processor add` holds. */
export const ProcessorAccountForm = z.object({
  /** The kind of processor. */
  adapter: text(40),
  mode: z.enum(MODES, { error: 'Invalid' }),
  /** `provider`, or the number or e-mail of the one merchant that it belongs to. */
  scope: text(254),
  /** What operators call it; the adapter's name by default. */
  name: optionalText(60),
  /** Codes or ids of payment methods. */
  methods: Methods,
  currencies: Currencies,
  base_url: text(300),
  credentials: Credentials,
  /** Authenticates notifications; empty where a credential does. */
  notification_secret: optionalText(1_000),
  priority: z._default(Priority, USUAL_PRIORITY),
});
export type ProcessorAccountForm = z.output<typeof ProcessorAccountForm>;

/** Why a second operator is asked. */
const reason = paragraphs(500);

/** An account that a second operator is asked for. */
export const AskAccountForm = z.extend(ProcessorAccountForm, { reason });
export type AskAccountForm = z.output<typeof AskAccountForm>;

/** New secrets; what is left out or empty stays. Also a file for `npm run ops -- processor rotate`. */
export const RotateProcessorForm = z.object({
  credentials: z.optional(Credentials),
  notification_secret: optionalText(1_000),
});
export type RotateProcessorForm = z.output<typeof RotateProcessorForm>;

export const AskRotationForm = z.extend(RotateProcessorForm, { reason });

export const SwitchOnForm = z.object({ reason });

/** What can change without new secrets. */
export const ChangeProcessorForm = z.object({
  name: text(60),
  methods: Methods,
  priority: Priority,
  reason,
});
export type ChangeProcessorForm = z.output<typeof ChangeProcessorForm>;

/** The processor's id of a refund that was made, or the bank's reference of the transfer. */
export const MadeRefundForm = z.object({ processor_refund_id: reference(100) });

/** Why a refund counts as not made. */
export const NotMadeRefundForm = z.object({ reason: paragraphs(500) });

/** What a person found out about a refund. */
export const DecideRefundForm = z
  .object({
    made: Switch,
    /** The processor's id of the refund, or the bank's reference of the transfer; required when it was made. */
    processor_refund_id: optionalReference(100),
    /** Why it was not made, for the second operator; required then. */
    reason: optionalParagraphs(500),
  })
  .check(
    z.refine(({ made, processor_refund_id }) => !made || processor_refund_id !== '', {
      error: 'Required',
      path: ['processor_refund_id'],
    }),
    z.refine(({ made, reason }) => made || reason !== '', { error: 'Required', path: ['reason'] }),
  );
export type DecideRefundForm = z.output<typeof DecideRefundForm>;

const Merchant = z.object({ id: z.number(), name: z.string() });

/** A kind of processor. */
export const ProcessorAdapter = z.object({
  name: z.string(),
  /** Codes of the payment methods. */
  methods: z.array(z.string()),
  currencies: z.array(z.string()),
  /** The domains that the base address may have. */
  domains: z.array(z.string()),
  credentials: z.array(z.object({ name: z.string(), is_secret: z.boolean() })),
});
export type ProcessorAdapter = z.output<typeof ProcessorAdapter>;

const Account = {
  adapter: z.string(),
  mode: z.enum(MODES),
  /** Null: the provider's own. */
  merchant: z.nullable(Merchant),
  name: z.string(),
  methods: z.array(z.string()),
  currencies: z.array(z.string()),
  base_url: z.string(),
  /** Those that are not secret. */
  credentials: z.record(z.string(), z.string()),
  priority: z.number(),
};

export const ProcessorAccount = z.object({
  id: z.number(),
  ...Account,
  state: z.enum(['on', 'off']),
  /** The address to be registered at the processor. */
  notification_url: z.string(),
  /** Until when the notification secret before the last rotation counts as well. */
  former_secret_until: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /**
   * What the processor owes us, over all merchants, in EGP; below zero: we owe it. Batches of its settlement files that were
   * booked are not in it.
   */
  clearing: z.number(),
  /** What it has charged since the month began in Cairo, less what it gave back, in EGP. */
  costs_this_month: z.number(),
  /** Its notifications of the last 24 hours. */
  notifications: z.object({
    /** When the newest of any age came. */
    last_at: z.nullable(z.string()),
    total: z.number(),
    forged: z.number(),
    /** Failed, not understood or unmatched. */
    troubled: z.number(),
  }),
});
export type ProcessorAccount = z.output<typeof ProcessorAccount>;

/** What a processor owes us of the payments of one merchant. */
export const ClearingRow = z.object({
  /** The merchant's. */
  id: z.number(),
  merchant: Merchant,
  /** In EGP; below zero: we owe it. */
  amount: z.number(),
});
export type ClearingRow = z.output<typeof ClearingRow>;

export const ProcessorCheck = z.object({
  /** `works`; `refused`: wrong credentials; otherwise it cannot be told now. */
  result: z.enum(['works', 'refused', 'busy', 'unknown']),
  /** In technical words, without secrets; when it works, what the processor's answers do not prove. */
  explanation: z.string(),
});
export type ProcessorCheck = z.output<typeof ProcessorCheck>;

export const NotificationRow = z.object({
  id: z.number(),
  /** Null: the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  state: z.enum(NOTIFICATION_STATES),
  /** The sender's own id of it. */
  sender_id: z.nullable(z.string()),
  error: z.nullable(z.string()),
  tries: z.number(),
  created_at: z.string(),
  processed_at: z.nullable(z.string()),
});
export type NotificationRow = z.output<typeof NotificationRow>;

/** One with what was received, secrets and card data blacked out. */
export const NotificationDetails = z.extend(NotificationRow, {
  /** When it is processed next, of one that waits; null where nothing does that by itself. */
  next_try_at: z.nullable(z.string()),
  method: z.string(),
  query: z.array(z.object({ name: z.string(), value: z.string() })),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
});
export type NotificationDetails = z.output<typeof NotificationDetails>;

export const WaitingRefund = z.object({
  id: z.number(),
  merchant: Merchant,
  mode: z.enum(MODES),
  transaction_id: z.number(),
  reference: z.string(),
  amount: z.number(),
  /** Null: the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  /**
   * `ambiguous`: nobody can tell whether it was made; `transfer`: the provider has to transfer the money;
   * `disputed`: its money was disputed before it was sent, so the payer might get it twice.
   */
  why: z.enum(['ambiguous', 'transfer', 'disputed']),
  /** In the processor's words. */
  explanation: z.nullable(z.string()),
  /** Our key of it at the processor. */
  refund_key: z.string(),
  /** Where a transfer goes; null when it goes back the way it came. */
  bank_account: z.nullable(z.object({ account_name: z.string(), bank_name: z.string(), iban: z.string() })),
  created_at: z.string(),
});
export type WaitingRefund = z.output<typeof WaitingRefund>;

const Typed = z.optional(z.string().check(z.maxLength(255)));
const NOTIFICATIONS = {
  dialect: 'snake',
  sort: ['created_at'],
  filters: {
    /** The payment's reference (`TRX-…`), whole or its beginning, the processor's id of it, or the beginning of the sender's id of the notification. */
    q: Typed,
    account_id: z.optional(Id),
    state: z.optional(z.enum(NOTIFICATION_STATES, { error: 'Invalid' })),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;
const WAITING = {
  dialect: 'snake',
  sort: ['created_at', 'amount'],
  defaultType: 'asc',
  /** A reference of ours or of the processor, our key of the refund, an amount, or part of the merchant's name. */
  filters: { q: Typed },
} as const;

const access = 'ops:processors';
const base = 'fixed';

const CLEARING = {
  dialect: 'snake',
  sort: ['amount'],
  defaultSort: 'amount',
  filters: {
    /** Part of the merchant's name, e-mail or mobile, its number, or an amount. */
    q: Typed,
  },
} as const;

/** The accounts at payment processors, what these told us, and refunds that wait for a person. */
export const opsProcessors = defineEndpoints({
  adapters: {
    method: 'GET',
    path: '/ops/processors/adapters',
    base,
    access,
    reply: data(z.array(ProcessorAdapter)),
  },
  accounts: {
    method: 'GET',
    path: '/ops/processors/accounts',
    base,
    access,
    reply: data(z.array(ProcessorAccount)),
  },
  account: {
    method: 'GET',
    path: '/ops/processors/accounts/:id',
    base,
    access,
    params: IdParams,
    reply: data(ProcessorAccount),
  },
  /** What the account owes us, by merchant; those it owes nothing of are left out. */
  clearing: {
    method: 'GET',
    path: '/ops/processors/accounts/:id/clearing',
    base,
    access,
    params: IdParams,
    query: listQuery(CLEARING),
    reply: list(ClearingRow),
  },
  exportClearing: {
    method: 'GET',
    path: '/ops/processors/accounts/:id/clearing/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(CLEARING),
    reply: file,
  },
  /** Waits for a second operator, as the other changes do. */
  add: {
    method: 'POST',
    path: '/ops/processors/accounts',
    base,
    access,
    body: AskAccountForm,
    reply: done,
  },
  change: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/change',
    base,
    access,
    params: IdParams,
    body: ChangeProcessorForm,
    reply: done,
  },
  rotate: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/rotate',
    base,
    access,
    params: IdParams,
    body: AskRotationForm,
    reply: done,
  },
  switchOn: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/on',
    base,
    access,
    params: IdParams,
    body: SwitchOnForm,
    reply: done,
  },
  /** At once; payments that were started there go on. */
  switchOff: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/off',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Calls the processor with the account's credentials. */
  check: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/check',
    base,
    access,
    params: IdParams,
    reply: data(ProcessorCheck),
  },
  /** Calls the processor with the credentials that the account would have after a request that waits for approval. */
  checkChange: {
    method: 'POST',
    path: '/ops/processors/approvals/:id/check',
    base,
    access,
    params: IdParams,
    reply: data(ProcessorCheck),
  },
  notifications: {
    method: 'GET',
    path: '/ops/processors/notifications',
    base,
    access,
    query: listQuery(NOTIFICATIONS),
    reply: list(NotificationRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  exportNotifications: {
    method: 'GET',
    path: '/ops/processors/notifications/export',
    base,
    access,
    query: exportQuery(NOTIFICATIONS),
    reply: file,
  },
  notification: {
    method: 'GET',
    path: '/ops/processors/notifications/:id',
    base,
    access,
    params: IdParams,
    reply: data(NotificationDetails),
  },
  /** Processes it once more; a forged one never. */
  replay: {
    method: 'POST',
    path: '/ops/processors/notifications/:id/replay',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  refunds: {
    method: 'GET',
    path: '/ops/processors/refunds',
    base,
    access,
    query: listQuery(WAITING),
    reply: list(WaitingRefund),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
  exportRefunds: {
    method: 'GET',
    path: '/ops/processors/refunds/export',
    base,
    access,
    query: exportQuery(WAITING),
    reply: file,
  },
  /** Books that it was made, or asks a second operator to book that it was not: its money is then the merchant's again. */
  decideRefund: {
    method: 'POST',
    path: '/ops/processors/refunds/:merchantId/:id/decide',
    base,
    access,
    params: z.object({ merchantId: Id, id: Id }),
    body: DecideRefundForm,
    reply: done,
  },
});
