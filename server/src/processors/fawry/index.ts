/**
 * FawryPay: reference codes that are paid in cash at kiosks, and requests to pay that are confirmed in a mobile wallet.
 *
 * Based on Fawry's public documentation and open clients. Undocumented, to be confirmed with Fawry: whether cash can be
 * refunded (`kioskRefund`), the code of a repeated `merchantRefNum`, whether a refund is complete when it is accepted.
 */
import { email } from '@daftar/contract/text';
import type { FieldMessages } from '@daftar/contract/validate';
import * as z from 'zod/mini';
import { ProcessorError } from '../errors.ts';
import type {
  AccountSettings,
  Adapter,
  AdapterTools,
  PaymentGateway,
  PaymentOrder,
  PaymentRef,
  RefundAnswer,
  RefundOrder,
} from '../gateway.ts';
import { type Charge, type Client, clientOf } from './client.ts';
import { ALREADY_CANCELED, isRefundRefusal, SUCCESS } from './codes.ts';
import { isGenuine, read } from './notifications.ts';
import { type FawryOrder, reportOf } from './order.ts';

const WALLET = 3;
const KIOSK = 4;

/** Domains of Fawry's systems by mode. */
const DOMAINS = { live: 'atfawry.com', test: 'fawrystaging.com' } as const;

/** A reference without a payment. */
const NO_ORDER = '00000000000000000000';

const EgyptianMobile = z.string().check(z.regex(/^01[0125]\d{8}$/, { error: 'InvalidMobile' }));
const Given = z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(200));

const METHODS = {
  [WALLET]: {
    collects: 'wallet-mobile',
    pays: 'wallet',
    refunds: 'any-part',
    cancels: true,
    challenge: 'always',
  },
  [KIOSK]: { collects: 'nothing', pays: 'code', refunds: 'any-part', cancels: true },
} as const satisfies Adapter['methods'];

export const fawry: Adapter = {
  name: 'fawry',
  currencies: ['EGP'],
  domains: Object.values(DOMAINS),
  methods: METHODS,
  methodsOf: (credentials) =>
    refundsCash(credentials) ? METHODS : { ...METHODS, [KIOSK]: { ...METHODS[KIOSK], refunds: 'bank' } },
  credentials: {
    merchantCode: { isSecret: false, schema: Given },
    securityKey: { isSecret: true, schema: Given },
    /** Fawry refunds cash payments; depends on the contract with Fawry. */
    kioskRefund: { isSecret: false, schema: z.enum(['yes', 'no'], { error: 'Invalid' }) },
    /**
     * Defaults for payers who gave none, because Fawry requires an e-mail address and a mobile number of every payer.
     */
    fallbackEmail: { isSecret: false, schema: email() },
    fallbackMobile: { isSecret: false, schema: EgyptianMobile },
  },
  validateSettings,
  open,
};

const refundsCash = (credentials: AccountSettings['credentials']) => credentials.kioskRefund === 'yes';

/**
 * Fawry signs notifications with the security key and has no other secret, so `notificationSecret` must be empty or the
 * same.
 */
function validateSettings({
  mode,
  baseUrl,
  credentials,
  notificationSecret,
}: AccountSettings): FieldMessages {
  const other = mode === 'live' ? DOMAINS.test : DOMAINS.live;
  const isOther = hostOf(baseUrl).endsWith(`.${other}`) || hostOf(baseUrl) === other;
  const isTwoKeys = notificationSecret !== '' && notificationSecret !== credentials.securityKey;
  return {
    ...(isOther ? { baseUrl: [{ key: mode === 'live' ? 'fawry.staging' : 'fawry.production' }] } : {}),
    ...(isTwoKeys ? { notificationSecret: [{ key: 'fawry.oneKey' }] } : {}),
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function open(settings: AccountSettings, tools: AdapterTools): PaymentGateway {
  const { credentials } = settings;
  const securityKey = credentials.securityKey ?? '';
  const keys = { merchantCode: credentials.merchantCode ?? '', securityKey };
  const client = clientOf(settings.baseUrl, keys, tools.http);
  const reportFor = (payment: PaymentRef, order: FawryOrder) =>
    reportOf(order, {
      isWallet: payment.method === WALLET,
      reference: payment.ids.reference ?? null,
      amountPiastres: payment.amountPiastres,
    });

  return {
    /**
     * A `merchantRefNum` can be used once: if this order was charged before, Fawry refuses the repetition, with a code
     * that is not public. So after any refusal the status is read to find out whether the order exists.
     */
    async start(payment, signal) {
      const [verdict, order] = await client.charge(chargeOf(payment, credentials), signal);
      // The answer to a new charge may omit the status.
      if (order) return reportFor(payment, order.word === '' ? { ...order, state: 'unpaid' } : order);
      const known = await unlessItMayBe(client.status(payment.externalRef, signal));
      if (known) return reportFor(payment, known);
      throw new ProcessorError('refused', `Fawry refuses the order: ${verdict.explanation}`);
    },

    async ask(payment, signal) {
      const order = await client.status(payment.externalRef, signal);
      return order && reportFor(payment, order);
    },

    async cancel(payment, signal) {
      const known = payment.ids.reference ?? (await client.status(payment.externalRef, signal))?.reference;
      if (!known) return 'canceled';
      const verdict = await client.cancel(known, signal);
      if (verdict.code === SUCCESS || verdict.code === ALREADY_CANCELED) return 'canceled';
      // Fawry's other answers do not distinguish an order that was paid from one that was already canceled.
      const state = (await client.status(payment.externalRef, signal))?.state;
      if (state === 'paid' || state === 'refunded' || state === 'part-refunded') return 'too-late';
      if (state === 'unpaid' || state === 'unknown') {
        throw new ProcessorError('unknown', `Fawry does not cancel the order: ${verdict.explanation}`);
      }
      return 'canceled';
    },

    async refund(refund, signal) {
      if (refund.method === KIOSK && !refundsCash(credentials)) {
        throw new ProcessorError('refused', 'Fawry does not refund cash for this account');
      }
      return refund.isRepeated ? whetherRefunded(client, refund, signal) : makeRefund(client, refund, signal);
    },

    async askRefund(refund, signal) {
      const order = await client.status(refund.externalRef, signal);
      return fateOf(refund, order) === 'not-made' ? pending(refund) : answerOf(refund, order);
    },

    isGenuine: (raw) => isGenuine(raw, settings.notificationSecret || securityKey),
    read,

    async check(signal) {
      await client.status(NO_ORDER, signal);
      return '';
    },
  };
}

/** @throws ProcessorError `refused` for a wallet payment without the wallet's number */
function chargeOf(order: PaymentOrder, credentials: AccountSettings['credentials']): Charge {
  const walletMobile = order.method === WALLET ? order.walletMobile : null;
  if (order.method === WALLET && !walletMobile) {
    throw new ProcessorError('refused', "A payment by wallet needs the wallet's mobile");
  }
  const description = order.description || order.reference;
  const { payer } = order;
  return {
    merchantRefNum: order.externalRef,
    amountPiastres: order.amountPiastres,
    walletMobile,
    fields: {
      ...(payer.name === '' ? {} : { customerName: payer.name }),
      customerMobile: payer.mobile || walletMobile || credentials.fallbackMobile,
      customerEmail: payer.email || credentials.fallbackEmail,
      description,
      language: order.locale === 'ar' ? 'ar-eg' : 'en-gb',
      paymentExpiry: order.expiresAt.getTime(),
      orderWebHookUrl: order.notificationUrl,
    },
    item: { itemId: order.reference, description },
  };
}

/**
 * Asks whether a refused order exists. Without an answer, an earlier request may have created it, whatever the reason
 * of the refusal.
 * @throws ProcessorError `unknown`
 */
async function unlessItMayBe(status: Promise<FawryOrder | null>): Promise<FawryOrder | null> {
  try {
    return await status;
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    throw new ProcessorError('unknown', error.message, error.status, error);
  }
}

/**
 * Makes a refund. Fawry's refunds have no idempotency key: one that is sent twice is made twice. `reason` carries our
 * key, for Fawry's statements.
 */
async function makeRefund(client: Client, refund: RefundOrder, signal: AbortSignal): Promise<RefundAnswer> {
  const reference =
    refund.ids.reference ??
    refund.paymentReference ??
    (await client.status(refund.externalRef, signal))?.reference;
  if (!reference) return { state: 'failed', explanation: 'Fawry does not know the order' };
  const verdict = await client.refund(reference, refund.refundPiastres, refund.refundKey, signal);
  if (isRefundRefusal(verdict.code)) return { state: 'failed', explanation: verdict.explanation };
  // For other codes it is unknown whether they mean that nothing was done.
  if (verdict.code !== SUCCESS) return { state: 'ambiguous', explanation: verdict.explanation };
  const order = await orNull(client.status(refund.externalRef, signal));
  return fateOf(refund, order) === 'not-made' ? pending(refund) : refunded(refund);
}

/** Fawry assigns no id to a refund; ours is sent as the reason. */
const refunded = ({ refundKey }: RefundOrder): RefundAnswer => ({ state: 'refunded', id: refundKey });
const pending = ({ refundKey }: RefundOrder): RefundAnswer => ({ state: 'pending', id: refundKey });

/**
 * Returns null if the status cannot be read, because a refund that was accepted must not be lost by a failed question.
 */
async function orNull(status: Promise<FawryOrder | null>): Promise<FawryOrder | null> {
  try {
    return await status;
  } catch (error) {
    if (error instanceof ProcessorError) return null;
    throw error;
  }
}

/** The result of a refund by the order's status, which does not name refunds: only the change of the status tells. */
type Fate = 'made' | 'not-made' | 'not-told';

function fateOf(refund: RefundOrder, order: FawryOrder | null): Fate {
  // The status may reflect the other refund.
  if (refund.othersAreUnknown && order?.state !== 'paid') return 'not-told';
  const isLast = refund.refundedBeforePiastres + refund.refundPiastres >= refund.receivedPiastres;
  const isFirst = refund.refundedBeforePiastres === 0;
  if (order?.state === 'refunded') return isLast ? 'made' : 'not-told';
  if (order?.state === 'paid') return isFirst ? 'not-made' : 'not-told';
  if (order?.state !== 'part-refunded') return 'not-told';
  if (isLast) return isFirst ? 'not-told' : 'not-made';
  return isFirst ? 'made' : 'not-told';
}

/**
 * Finds out the result of a refund whose answer was lost. A status without it does not prove that it was not made,
 * because nothing guarantees that Fawry's status changes at once. So it is not requested again, and a person looks at
 * it.
 */
async function whetherRefunded(
  client: Client,
  refund: RefundOrder,
  signal: AbortSignal,
): Promise<RefundAnswer> {
  return answerOf(refund, await client.status(refund.externalRef, signal));
}

function answerOf(refund: RefundOrder, order: FawryOrder | null): RefundAnswer {
  if (fateOf(refund, order) === 'made') return refunded(refund);
  return { state: 'ambiguous', explanation: `Fawry's status is ${order?.word ?? 'not known'}` };
}
