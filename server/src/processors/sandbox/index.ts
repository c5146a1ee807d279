import type { App } from '../../platform/context.ts';
import { BASE_32, drawLetters } from '../../platform/references.ts';
import type {
  MethodCapabilities,
  PaymentOrder,
  PaymentReport,
  RawNotification,
  Reading,
  RefundAnswer,
  RefundOrder,
  Sandbox,
  Step,
} from '../gateway.ts';
import { isSigned, sign } from './signature.ts';
import {
  endPayment,
  findPayment,
  holdRefunds,
  refundPayment,
  refuseNextRefund,
  rememberPayment,
  type SandboxPayment,
} from './store.ts';
import { cardOutcome } from './test-cards.ts';

/** The name of the adapter. */
export const SANDBOX = 'sandbox';
/** Holds the HMAC-SHA256 of the body, in hexadecimal. */
export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** Payment methods of the sandbox, by id. */
export const SANDBOX_METHODS: Readonly<Record<1 | 2 | 3 | 4 | 5, MethodCapabilities>> = {
  1: { collects: 'card', pays: 'here', refunds: 'any-part', cancels: false, challenge: 'asked' },
  2: { collects: 'wallet-mobile', pays: 'here', refunds: 'any-part', cancels: false, challenge: 'always' },
  3: { collects: 'wallet-mobile', pays: 'here', refunds: 'any-part', cancels: false, challenge: 'always' },
  4: { collects: 'nothing', pays: 'code', refunds: 'bank', cancels: false },
  5: { collects: 'nothing', pays: 'code', refunds: 'any-part', cancels: false },
};

const METHOD = { card: 1, kiosk: 4, instapay: 5 } as const;

/** The body of a notification that the sandbox signs. */
interface NotificationBody {
  order: string;
  state: 'succeeded' | 'failed';
  payment?: string;
  amount_piastres?: number;
}

/**
 * Simulates every kind of processor: test cards determine the result, wallets require a one-time code, kiosk codes and
 * InstaPay addresses wait until somebody simulates the payment. It keeps its own records, like an external party.
 */
export function sandbox(app: Pick<App, 'pool' | 'clock'>, key: Buffer): Sandbox {
  const { pool, clock } = app;
  return {
    async start(order) {
      const asked = { reference: `SBX${drawLetters(12)}`, ...outcomeOf(order) };
      return reportOf(await rememberPayment(pool, order, asked, clock.now()), order.walletMobile);
    },

    async continue(order, answer) {
      const declined = answer.kind === 'challenge' && !answer.approved;
      const reason = declined ? 'authentication_failed' : null;
      await endPayment(pool, order, declined ? 'failed' : 'succeeded', reason, clock.now());
      return reportOf(await findPayment(pool, order));
    },

    async ask(order) {
      const payment = await findPayment(pool, order);
      return payment ? reportOf(payment) : null;
    },

    async refund(order) {
      return refundAnswer(order, await refundPayment(pool, order, clock.now()));
    },

    async askRefund(order) {
      return refundAnswer(order, await refundPayment(pool, order, clock.now()));
    },

    async refuseNextRefund(order) {
      await refuseNextRefund(pool, order);
    },

    async holdRefunds(order, until) {
      await holdRefunds(pool, order, until);
    },

    isGenuine: (raw) => isSigned(key, raw.body, raw.headers[SIGNATURE_HEADER]),

    read: (raw) => readBody(raw.body),

    check: async () => '',

    async simulate(order, outcome): Promise<RawNotification> {
      const reason = outcome === 'pay' ? null : 'declined';
      await endPayment(pool, order, outcome === 'pay' ? 'succeeded' : 'failed', reason, clock.now());
      const payment = await findPayment(pool, order);
      const succeeded = payment?.state === 'succeeded';
      const body = JSON.stringify({
        order: order.externalRef,
        state: succeeded ? 'succeeded' : 'failed',
        ...(succeeded ? { payment: payment.reference, amount_piastres: payment.amountPiastres } : {}),
      } satisfies NotificationBody);
      return { method: 'POST', query: [], body, headers: { [SIGNATURE_HEADER]: sign(key, body) } };
    },
  };
}

function outcomeOf(order: PaymentOrder): Pick<SandboxPayment, 'state' | 'failureReason' | 'disputes'> {
  if (order.method === METHOD.kiosk || order.method === METHOD.instapay) {
    return { state: 'awaiting', failureReason: null, disputes: false };
  }
  if (order.method !== METHOD.card) return { state: 'otp', failureReason: null, disputes: false };
  const outcome = order.card ? cardOutcome(order.card.reveal().number) : 'declined';
  if (outcome === 'challenge' || (order.challenge && (outcome === 'success' || outcome === 'dispute')))
    return { state: 'challenge', failureReason: null, disputes: outcome === 'dispute' };
  if (outcome === 'success' || outcome === 'dispute') {
    return { state: 'succeeded', failureReason: null, disputes: outcome === 'dispute' };
  }
  return { state: 'failed', failureReason: outcome, disputes: false };
}

/** The sandbox's id of a refund is derived from our key, so that the same refund has the same id. */
const refundAnswer = ({ refundKey }: RefundOrder, state: RefundAnswer['state']): RefundAnswer =>
  state === 'refunded' ? { state, id: `SBR${refundKey}` } : { state };

const reportOf = (
  payment: SandboxPayment | undefined,
  walletMobile: PaymentOrder['walletMobile'] = null,
): PaymentReport => ({ step: stepOf(payment, walletMobile) });

function stepOf(payment: SandboxPayment | undefined, walletMobile: string | null): Step {
  if (!payment) return { state: 'failed', reason: 'processing_error' };
  switch (payment.state) {
    case 'succeeded':
      return {
        state: 'succeeded',
        reference: payment.reference,
        receivedPiastres: payment.amountPiastres,
        disputes: payment.disputes,
      };
    case 'failed':
      return { state: 'failed', reason: payment.failureReason ?? 'declined' };
    case 'otp':
      return { state: 'otp', sendTo: walletMobile ?? '' };
    case 'awaiting':
      return { state: 'awaiting', code: codeOf(payment) };
    default:
      return { state: payment.state };
  }
}

/** A kiosk code (12 digits) or an InstaPay address, derived from the payment so that it stays the same. */
function codeOf(payment: SandboxPayment): string {
  if (payment.method === METHOD.instapay)
    return `daftar.${payment.reference.slice(3, 11).toLowerCase()}@instapay`;
  return [...payment.reference.slice(3)].map((letter) => BASE_32.indexOf(letter) % 10).join('');
}

function readBody(text: string): Reading | null {
  let body: Partial<NotificationBody>;
  try {
    body = JSON.parse(text) as Partial<NotificationBody>;
  } catch {
    return null;
  }
  if (typeof body?.order !== 'string' || body.order === '') return null;
  const step = readStep(body);
  if (!step) return null;
  return {
    id: null,
    events: [{ kind: 'payment', about: { externalRef: body.order }, report: { step } }],
  };
}

function readStep(body: Partial<NotificationBody>): Step | null {
  if (body.state === 'failed') return { state: 'failed', reason: 'declined' };
  const { payment, amount_piastres: amount } = body;
  if (body.state !== 'succeeded' || typeof payment !== 'string' || payment === '') return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  return { state: 'succeeded', reference: payment, receivedPiastres: amount, disputes: false };
}
