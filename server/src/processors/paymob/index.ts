/**
 * Paymob Accept in Egypt: a payment is an intention, paid on Paymob's unified checkout; transaction notifications and
 * inquiries report its result. Based on the public documentation and collections of 2026.
 *
 * Setup by an operator at Paymob: each integration is one for sales, in EGP, without a convenience fee; those of
 * wallets and kiosks have the account's notification URL as "transaction processed callback", because the URL in an
 * intention is only used for cards.
 */
import type { FieldMessages } from '@daftar/contract/validate';
import * as z from 'zod/mini';
import { ProcessorError } from '../errors.ts';
import type {
  AccountSettings,
  Adapter,
  PaymentGateway,
  PaymentOrder,
  PaymentRef,
  PaymentReport,
} from '../gateway.ts';
import { type Calls, callsOf, failureOf } from './calls.ts';
import { check } from './check.ts';
import { INTEGRATIONS, METHODS, type Method } from './integrations.ts';
import { Intention } from './messages.ts';
import { readNotification } from './notifications.ts';
import { findRefund, makeRefund } from './refunds.ts';
import { isChild, isMoney, parentOf, reportOfInquiry, requireOurs } from './reports.ts';
import { isGenuine } from './signature.ts';
import { findTransaction, lastTransaction } from './transactions.ts';

const integration = {
  isSecret: false,
  schema: z.string().check(z.regex(/^(?:|[1-9]\d{0,11})$/, { error: 'Invalid' })),
};
const secret = {
  isSecret: true,
  schema: z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(2000)),
};

export const paymob: Adapter = {
  name: 'paymob',
  methods: {
    1: { collects: 'nothing', pays: 'redirect', refunds: 'any-part', cancels: false },
    3: { collects: 'nothing', pays: 'redirect', refunds: 'any-part', cancels: false, challenge: 'always' },
    4: { collects: 'nothing', pays: 'redirect', refunds: 'bank', cancels: false },
  },
  currencies: ['EGP'],
  credentials: {
    publicKey: { ...secret, isSecret: false },
    secretKey: secret,
    /** For inquiries. The same in both modes. */
    apiKey: secret,
    cardIntegration: integration,
    walletIntegration: integration,
    kioskIntegration: integration,
  },
  // Paymob's other countries have other hosts and currencies.
  domains: ['accept.paymob.com'],
  validateSettings,
  open(settings, tools): PaymentGateway {
    const calls = callsOf(settings, tools);
    const ids = new Set(METHODS.map((method) => settings.credentials[INTEGRATIONS[method]] ?? ''));
    return {
      start: (order, signal) => start(settings, calls, order, signal, tools.clock.now()),
      ask: (order, signal) => ask(settings, calls, order, signal),
      refund: (order, signal) => makeRefund(calls, tools.clock, order, signal),
      askRefund: (order, signal) => findRefund(calls, order, signal),
      isGenuine: (raw) => isGenuine(settings.notificationSecret, raw),
      read: (raw) => readNotification(raw, ids),
      check: (signal) => check(settings, calls, signal),
    };
  },
};

/** The form of Paymob's keys: country, kind, mode. */
const KEY = /^([a-z]{3})_(pk|sk)_(test|live)_\S+$/;

function validateSettings({
  mode,
  methods,
  credentials,
  notificationSecret,
}: AccountSettings): FieldMessages {
  const found: FieldMessages = {};
  for (const [name, kind] of [
    ['publicKey', 'pk'],
    ['secretKey', 'sk'],
  ] as const) {
    const [, country, keyKind, keyMode] = KEY.exec(credentials[name] ?? '') ?? [];
    if (country !== 'egy' || keyKind !== kind) found[`credentials.${name}`] = [{ key: 'paymob.noKey' }];
    else if (keyMode !== mode) found[`credentials.${name}`] = [{ key: 'paymob.otherMode' }];
  }
  if (notificationSecret === '') found.notificationSecret = [{ key: 'Required' }];
  const ids = METHODS.map((method) => ({
    name: INTEGRATIONS[method],
    id: credentials[INTEGRATIONS[method]] ?? '',
    isNeeded: methods.includes(method),
  }));
  for (const { name, id, isNeeded } of ids) {
    if (isNeeded && id === '') found[`credentials.${name}`] = [{ key: 'Required' }];
    // Otherwise the signed text, in which a transaction's id precedes its integration's, could be read in two ways.
    const isEnd = id !== '' && ids.some((other) => other.name !== name && other.id.endsWith(id));
    if (isEnd) found[`credentials.${name}`] = [{ key: 'paymob.sameEnd' }];
  }
  return found;
}

async function start(
  settings: AccountSettings,
  calls: Calls,
  order: PaymentOrder,
  signal: AbortSignal,
  now: Date,
): Promise<PaymentReport> {
  const known = waitingAt(settings, order) && (await ask(settings, calls, order, signal));
  if (known) return known;
  const json = intentionOf(settings, order, now);
  const reply = await calls.bySecretKey('POST', '/v1/intention/', { json, signal });
  const answer = Intention.safeParse(reply.json);
  if (reply.status >= 300 || !answer.success) {
    // An earlier call created it and its answer was lost, so that nobody can pay it; or another call is creating it
    // now.
    if (/duplicate/i.test(reply.text)) {
      return (await ask(settings, calls, order, signal)) ?? { step: { state: 'pending', word: 'duplicate' } };
    }
    throw failureOf(reply, 'a payment');
  }
  const {
    id,
    client_secret: clientSecret,
    intention_order_id: orderId,
    intention_detail: detail,
  } = answer.data;
  const { status, special_reference: reference } = answer.data;
  if (detail.amount !== order.amountPiastres || detail.currency !== order.currency) {
    throw new ProcessorError('unknown', 'Paymob answers with another amount');
  }
  if (reference && reference !== order.externalRef) {
    throw new ProcessorError('unknown', 'Paymob answers about another order');
  }
  const ids = [
    { kind: 'intention', value: id },
    { kind: 'order', value: orderId },
    { kind: 'client-secret', value: clientSecret },
  ];
  if (status !== undefined && status !== 'intended') {
    return { step: { state: 'pending', word: status.slice(0, 60) }, ids };
  }
  return { step: redirect(settings, clientSecret), ids };
}

/** Returns the redirect to the unified checkout. */
function redirect({ baseUrl, credentials }: AccountSettings, clientSecret: string) {
  const query = new URLSearchParams({ publicKey: credentials.publicKey ?? '', clientSecret });
  return { state: 'redirect', method: 'GET', url: `${baseUrl}/unifiedcheckout/?${query}` } as const;
}

/** Returns the report of a started payment of which Paymob knows no try; null if it was not started. */
function waitingAt(settings: AccountSettings, { ids }: PaymentRef): PaymentReport | null {
  const clientSecret = ids['client-secret'];
  if (clientSecret) return { step: redirect(settings, clientSecret) };
  return ids.order ? { step: { state: 'pending' } } : null;
}

/** Paymob's value for unknown data. */
const NOT_KNOWN = 'NA';

/**
 * Builds the body of `POST /v1/intention/`. @throws ProcessorError `refused` if it cannot be paid through this account
 */
function intentionOf({ credentials }: AccountSettings, order: PaymentOrder, now: Date) {
  const id = credentials[INTEGRATIONS[order.method as Method] ?? ''] ?? '';
  if (id === '') throw new ProcessorError('refused', 'the account has no integration for this method');
  const seconds = Math.floor((order.expiresAt.getTime() - now.getTime()) / 1000);
  if (seconds <= 0) throw new ProcessorError('refused', 'the time to pay is over');
  const [first = '', ...others] = order.payer.name.trim().split(/\s+/);
  const cut = (text: string) => [...text].slice(0, 50).join('').trim() || NOT_KNOWN;
  const billing = {
    first_name: cut(first),
    last_name: cut(others.join(' ')),
    email: order.payer.email || NOT_KNOWN,
    phone_number: order.payer.mobile ? `+2${order.payer.mobile}` : NOT_KNOWN,
    country: 'EGY',
    ...Object.fromEntries(
      ['street', 'building', 'floor', 'apartment', 'city', 'state'].map((field) => [field, NOT_KNOWN]),
    ),
  };
  const name = cut(order.description || order.reference);
  return {
    amount: order.amountPiastres,
    currency: order.currency,
    payment_methods: [Number(id)],
    // One item of the whole amount, because Paymob refuses items that do not add up to it.
    items: [{ name, amount: order.amountPiastres, description: cut(order.merchantName), quantity: 1 }],
    billing_data: billing,
    special_reference: order.externalRef,
    extras: { locale: order.locale },
    notification_url: order.notificationUrl,
    redirection_url: order.returnUrl,
    expiration: seconds,
  };
}

async function ask(
  settings: AccountSettings,
  calls: Calls,
  order: PaymentRef,
  signal: AbortSignal,
): Promise<PaymentReport | null> {
  const last = await lastTransaction(calls, order, signal);
  const known = order.ids.transaction ?? null;
  if (!last && !known) return waitingAt(settings, order);
  const child = last && isChild(last) ? last : null;
  // An inquiry returns only the last transaction: a refund of the payment, or a declined try after it.
  const paymentId =
    last && !child && (isMoney(last) || !known) ? last.id : ((child && parentOf(child)) ?? known);
  if (paymentId === null)
    throw new ProcessorError('unknown', 'Paymob does not say whose refund it answers with');
  const payment = last?.id === paymentId ? last : await findTransaction(calls, paymentId, signal);
  if (!payment) throw new ProcessorError('unknown', 'Paymob does not know the transaction of the payment');
  requireOurs(order, payment);
  return reportOfInquiry(payment, child, payment.id === known);
}
