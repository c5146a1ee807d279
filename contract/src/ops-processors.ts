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

/** The lowest priority of an account; the account with the lowest number is tried first. */
export const LAST_PRIORITY = 1000;
const USUAL_PRIORITY = 100;

/** The scope of an account that takes payments for every merchant. */
export const PROVIDER_SCOPE = 'provider';

/** Hours for which the previous notification secret still authenticates notifications after a rotation. */
export const FORMER_SECRET_HOURS = 24;

/** The state of a notification. */
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

/** Credentials by the adapter's names; the server knows the valid names. */
const Credentials = z.record(
  z.string().check(z.minLength(1), z.maxLength(60)),
  z.string().check(
    z.trim(),
    z.maxLength(10_000),
    z.refine((value: string) => !value.includes('\u0000'), { error: 'Invalid' }),
  ),
);

/** An account at a processor; also the content of a file for `npm run ops -- processor add`. */
export const ProcessorAccountForm = z.object({
  /** The kind of processor. */
  adapter: text(40),
  mode: z.enum(MODES, { error: 'Invalid' }),
  /** `provider`, or the number or e-mail of the one merchant to which it belongs. */
  scope: text(254),
  /** Display name for operators; the adapter's name by default. */
  name: optionalText(60),
  /** Codes or ids of payment methods. */
  methods: Methods,
  currencies: Currencies,
  base_url: text(300),
  credentials: Credentials,
  /** Authenticates notifications; empty if a credential does that. */
  notification_secret: optionalText(1_000),
  priority: z._default(Priority, USUAL_PRIORITY),
});
export type ProcessorAccountForm = z.output<typeof ProcessorAccountForm>;

/** The reason given to the second operator. */
const reason = paragraphs(500);

/** A requested account, which a second operator must approve. */
export const AskAccountForm = z.extend(ProcessorAccountForm, { reason });
export type AskAccountForm = z.output<typeof AskAccountForm>;

/** New secrets; absent or empty ones are kept. Also the content of a file for `npm run ops -- processor rotate`. */
export const RotateProcessorForm = z.object({
  credentials: z.optional(Credentials),
  notification_secret: optionalText(1_000),
});
export type RotateProcessorForm = z.output<typeof RotateProcessorForm>;

export const AskRotationForm = z.extend(RotateProcessorForm, { reason });

export const SwitchOnForm = z.object({ reason });

/** The properties that can change without new secrets. */
export const ChangeProcessorForm = z.object({
  name: text(60),
  methods: Methods,
  priority: Priority,
  reason,
});
export type ChangeProcessorForm = z.output<typeof ChangeProcessorForm>;

/** The processor's id of a completed refund, or the bank's reference of the transfer. */
export const MadeRefundForm = z.object({ processor_refund_id: reference(100) });

/** The reason why a refund is considered not made. */
export const NotMadeRefundForm = z.object({ reason: paragraphs(500) });

/** A person's finding about a refund. */
export const DecideRefundForm = z
  .object({
    made: Switch,
    /** The processor's id of the refund, or the bank's reference of the transfer; required if it was made. */
    processor_refund_id: optionalReference(100),
    /** The reason why it was not made, for the second operator; required in that case. */
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
  /** The allowed domains of the base address. */
  domains: z.array(z.string()),
  credentials: z.array(z.object({ name: z.string(), is_secret: z.boolean() })),
});
export type ProcessorAdapter = z.output<typeof ProcessorAdapter>;

const Account = {
  adapter: z.string(),
  mode: z.enum(MODES),
  /** Null for the provider's own account. */
  merchant: z.nullable(Merchant),
  name: z.string(),
  methods: z.array(z.string()),
  currencies: z.array(z.string()),
  base_url: z.string(),
  /** The credentials that are not secret. */
  credentials: z.record(z.string(), z.string()),
  priority: z.number(),
};

export const ProcessorAccount = z.object({
  id: z.number(),
  ...Account,
  state: z.enum(['on', 'off']),
  /** The URL to register at the processor. */
  notification_url: z.string(),
  /** When the previous notification secret stops being valid; null if there is none. */
  former_secret_until: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /**
   * The amount that the processor owes us for all merchants, in EGP; negative if we owe it. Excludes booked batches of
   * its settlement files.
   */
  clearing: z.number(),
  /** Its costs since the start of the month in Cairo, less refunded ones, in EGP. */
  costs_this_month: z.number(),
  /** Its notifications of the last 24 hours. */
  notifications: z.object({
    /** When the newest notification, of any age, was received. */
    last_at: z.nullable(z.string()),
    total: z.number(),
    forged: z.number(),
    /** Failed, not understood or unmatched. */
    troubled: z.number(),
  }),
});
export type ProcessorAccount = z.output<typeof ProcessorAccount>;

/** The amount that a processor owes us for the payments of one merchant. */
export const ClearingRow = z.object({
  /** The merchant's id. */
  id: z.number(),
  merchant: Merchant,
  /** In EGP; negative if we owe it. */
  amount: z.number(),
});
export type ClearingRow = z.output<typeof ClearingRow>;

export const ProcessorCheck = z.object({
  /** `works`; `refused`: wrong credentials; otherwise unknown for now. */
  result: z.enum(['works', 'refused', 'busy', 'unknown']),
  /** A technical explanation without secrets; if it works, the limits of what the processor's answers prove. */
  explanation: z.string(),
});
export type ProcessorCheck = z.output<typeof ProcessorCheck>;

export const NotificationRow = z.object({
  id: z.number(),
  /** Null for the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  state: z.enum(NOTIFICATION_STATES),
  /** The sender's own id of the notification. */
  sender_id: z.nullable(z.string()),
  error: z.nullable(z.string()),
  tries: z.number(),
  created_at: z.string(),
  processed_at: z.nullable(z.string()),
});
export type NotificationRow = z.output<typeof NotificationRow>;

/** A notification with its content; secrets and card data are blacked out. */
export const NotificationDetails = z.extend(NotificationRow, {
  /** When a waiting notification is processed next; null if that does not happen automatically. */
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
  /** Null for the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  adapter: z.string(),
  /**
   * `ambiguous`: it is unknown whether it was made; `transfer`: the provider must transfer the money; `disputed`: the
   * payment was disputed before the refund was sent, so the payer might get the money twice.
   */
  why: z.enum(['ambiguous', 'transfer', 'disputed']),
  /** In the processor's wording. */
  explanation: z.nullable(z.string()),
  /** Our key of the refund at the processor. */
  refund_key: z.string(),
  /** The destination of a transfer; null if the refund goes back the way the payment came. */
  bank_account: z.nullable(z.object({ account_name: z.string(), bank_name: z.string(), iban: z.string() })),
  created_at: z.string(),
});
export type WaitingRefund = z.output<typeof WaitingRefund>;

const Typed = z.optional(z.string().check(z.maxLength(255)));
const NOTIFICATIONS = {
  dialect: 'snake',
  sort: ['created_at'],
  filters: {
    /**
     * The payment's reference (`TRX-…`), whole or its beginning, the processor's id of the payment, or the beginning of
     * the sender's id of the notification.
     */
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

/** The accounts at payment processors, their notifications, and refunds that wait for a person. */
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
  /** Lists the amounts that the account owes us, by merchant, without those that are zero. */
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
  /** Waits for a second operator, like the other changes. */
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
  /** Takes effect at once; payments already started there continue. */
  switchOff: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/off',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Tests the account's credentials with a call to the processor. */
  check: {
    method: 'POST',
    path: '/ops/processors/accounts/:id/check',
    base,
    access,
    params: IdParams,
    reply: data(ProcessorCheck),
  },
  /** Tests, with a call to the processor, the credentials of a change that waits for approval. */
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
  /** Exports the rows of the list, at most 100,000. */
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
  /** Processes the notification again; refused for a forged one. */
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
  /** Exports the rows of the list, at most 100,000. */
  exportRefunds: {
    method: 'GET',
    path: '/ops/processors/refunds/export',
    base,
    access,
    query: exportQuery(WAITING),
    reply: file,
  },
  /**
   * Books that the refund was made, or requests a second operator's approval to book that it was not: its money then
   * returns to the merchant.
   */
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
