/**
 * Mastercard Gateway (MPGS) with Hosted Checkout: the payer enters the card, and passes 3-D Secure, on the gateway's
 * page. Banks operate it under their own hosts. An order has our id; its transactions are numbered within it.
 *
 * Not documented publicly, and to be confirmed with the acquiring bank: the totals of an order after a VOID (both
 * readings give the same report); whether a second payment of one order is refused (it is reported if not); the
 * lifetime of a session (nothing here relies on it).
 */
import type { FieldMessages } from '@daftar/contract/validate';
import * as z from 'zod/mini';
import { cairoDay, nextDay } from '../../platform/time/cairo.ts';
import { fromDecimal, toDecimal } from '../amounts.ts';
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
import type { HttpReply } from '../http.ts';
import { isSameText } from '../same.ts';
import { cut, isUnknownOrder, parsed, parseJson, refusalOf, wordsOf } from './answers.ts';
import { checkoutOf } from './checkout.ts';
import { CheckoutAnswer, Notification, OrderAnswer, TransactionAnswer } from './messages.ts';
import { fullId, refundStateOf, reportOf, transactionIdOf, transactionOf, voidIdOf } from './report.ts';

/** The version of the API used. The fields that we read are the same since 63, the first with INITIATE_CHECKOUT. */
export const API_VERSION = 100;
const CARD = 1;
const OUR_REF = /^[0-9A-Z]{20}$/;
/** An order that does not exist: asking for it proves the credentials. */
const NO_ORDER = '0'.repeat(20);

export const mpgs: Adapter = {
  name: 'mpgs',
  methods: { [CARD]: { collects: 'nothing', pays: 'redirect', refunds: 'any-part', cancels: false } },
  currencies: ['EGP'],
  credentials: {
    merchantId: { isSecret: false, schema: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,40}$/, 'Invalid')) },
    apiPassword: { isSecret: true, schema: z.string().check(z.minLength(8, 'Invalid'), z.maxLength(200)) },
  },
  // Banks' hosts are below the first; the others are Mastercard's own regional hosts.
  domains: [
    'gateway.mastercard.com',
    'eu-gateway.mastercard.com',
    'ap-gateway.mastercard.com',
    'na-gateway.mastercard.com',
    'test-gateway.mastercard.com',
  ],
  validateSettings,
  open: (settings, tools) => new Mpgs(settings, tools),
};

/** Ensures that live payments never use a test profile, nor test payments a real one. */
function validateSettings({ mode, baseUrl, credentials }: AccountSettings): FieldMessages {
  const isTestProfile = /^TEST/i.test(credentials.merchantId ?? '');
  // Hosts such as `test-nbe.gateway…`, `qnbalahli.test.gateway…` and `mtf.gateway…` move no money, whatever the
  // profile.
  const isTestHost = /^https?:\/\/(?:[^/:]*\.)?(?:test|mtf)[-.]/i.test(baseUrl);
  if (mode === 'test') {
    return isTestProfile ? {} : { 'credentials.merchantId': [{ key: 'mpgs.notATestProfile' }] };
  }
  if (isTestProfile) return { 'credentials.merchantId': [{ key: 'mpgs.testProfile' }] };
  return isTestHost ? { baseUrl: [{ key: 'mpgs.testHost' }] } : {};
}

class Mpgs implements PaymentGateway {
  readonly #settings: AccountSettings;
  readonly #tools: AdapterTools;
  readonly #merchantId: string;

  constructor(settings: AccountSettings, tools: AdapterTools) {
    this.#settings = settings;
    this.#tools = tools;
    this.#merchantId = settings.credentials.merchantId ?? '';
  }

  async start(order: PaymentOrder, signal: AbortSignal) {
    // A session that the payer never saw cannot be paid, so a lost answer can be ignored.
    if (order.ids.session) {
      const known = await this.ask(order, signal);
      if (known?.step.state === 'succeeded') return known;
    }
    const reply = await this.#send(
      'POST',
      'session',
      signal,
      checkoutOf(order, this.#merchantId, this.#tools.clock.now()),
    );
    const answer = parsed(CheckoutAnswer, reply);
    if (answer.result !== 'SUCCESS' || answer.merchant !== this.#merchantId)
      throw new ProcessorError(
        'unknown',
        `a session was answered by ${cut(answer.result, 40)}`,
        reply.status,
      );
    const { id } = answer.session;
    return {
      step: {
        state: 'redirect',
        method: 'GET',
        url: `${this.#settings.baseUrl}/checkout/pay/${id}?checkoutVersion=1.0.0`,
      } as const,
      ids: [{ kind: 'session', value: id }],
    };
  }

  async ask(order: PaymentRef, signal: AbortSignal) {
    const answer = await this.#order(order, signal);
    return answer && reportOf(order, answer, this.#tools.clock.now());
  }

  async refund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer> {
    let refused: RefundAnswer | null = null;
    if (order.isRepeated) {
      const found = await this.#findRefund(order, signal);
      if (found.made) return found.made;
      refused = found.refusedVoid;
    }
    const target = refused === null ? this.#voidable(order) : null;
    if (target !== null) {
      // Throws without an answer: whether to send a REFUND is decided once the result is known.
      const answer = await this.#transact(order, signal, voidIdOf(order.refundKey), {
        apiOperation: 'VOID',
        transaction: { targetTransactionId: target, reference: order.refundKey },
      });
      if (answer.state !== 'failed') return { ...answer, way: 'void' };
      refused = answer;
    }
    return this.#makeRefund(order, signal, refused);
  }

  /** @param refusedVoid the VOID that the gateway refused before, perhaps because the batch has gone to the acquirer */
  async #makeRefund(
    order: RefundOrder,
    signal: AbortSignal,
    refusedVoid: RefundAnswer | null,
  ): Promise<RefundAnswer> {
    const answer = await this.#transact(order, signal, order.refundKey, {
      apiOperation: 'REFUND',
      transaction: {
        amount: toDecimal(order.refundPiastres),
        currency: order.currency,
        reference: order.refundKey,
      },
    });
    const said = answer.state === 'failed' && refusedVoid !== null;
    return {
      ...answer,
      way: 'refund',
      ...(said
        ? { explanation: cut(`REFUND: ${answer.explanation}; VOID: ${refusedVoid.explanation}`, 450) }
        : {}),
    };
  }

  async askRefund(order: RefundOrder, signal: AbortSignal): Promise<RefundAnswer> {
    const { made, refusedVoid } = await this.#findRefund(order, signal);
    if (made) return made;
    // A VOID that had been pending, and was finally refused.
    if (refusedVoid) return this.#makeRefund(order, signal, refusedVoid);
    throw new ProcessorError('unknown', 'the order does not have the refund');
  }

  isGenuine(raw: Parameters<PaymentGateway['isGenuine']>[0]): boolean {
    const given = raw.headers['x-notification-secret'];
    const secret = this.#settings.notificationSecret;
    if (typeof given !== 'string' || secret === '') return false;
    return isSameText(given, secret);
  }

  /** The secret identifies the sender but does not protect the text, so the result is asked for. */
  read(raw: Parameters<PaymentGateway['read']>[0]) {
    const id = raw.headers['x-notification-id'];
    const body = Notification.safeParse(parseJson(raw.body));
    if (!body.success) return null;
    const externalRef = body.data.order.id;
    return {
      id: typeof id === 'string' && id !== '' ? cut(id, 200) : null,
      // The merchant profile may have orders that were not created here.
      events: OUR_REF.test(externalRef)
        ? [{ kind: 'payment' as const, about: { externalRef }, report: null }]
        : [],
    };
  }

  async check(signal: AbortSignal): Promise<string> {
    const reply = await this.#call('GET', `order/${NO_ORDER}`, signal);
    if (reply.status >= 400 && !isUnknownOrder(reply)) throw refusalOf(reply);
    return '';
  }

  /** Returns the order; null if the gateway does not know it, which is so until the payer's first try. */
  async #order(order: PaymentRef, signal: AbortSignal): Promise<OrderAnswer | null> {
    const reply = await this.#call('GET', `order/${order.externalRef}`, signal);
    if (isUnknownOrder(reply)) return null;
    if (reply.status >= 400) throw refusalOf(reply);
    const answer = parsed(OrderAnswer, reply);
    if (answer.id !== order.externalRef || answer.merchant !== this.#merchantId)
      throw new ProcessorError('unknown', 'the answer is about another order', reply.status);
    return answer;
  }

  /**
   * Returns the refund if it was made, or is being made; otherwise its VOID that the gateway refused, if there is one.
   */
  async #findRefund(
    order: RefundOrder,
    signal: AbortSignal,
  ): Promise<{ made: RefundAnswer | null; refusedVoid: RefundAnswer | null }> {
    const answer = await this.#order(order, signal);
    if (!answer) throw new ProcessorError('unknown', 'the gateway does not know the order of a refund');
    const refunded = transactionOf(answer, order.refundKey);
    if (refunded) return { made: { ...answerOf(order, refunded), way: 'refund' }, refusedVoid: null };
    const ended = transactionOf(answer, voidIdOf(order.refundKey));
    const voided = ended && ({ ...answerOf(order, ended), way: 'void' } as const);
    return voided?.state === 'failed'
      ? { made: null, refusedVoid: voided }
      : { made: voided, refusedVoid: null };
  }

  /**
   * Returns the payment that a VOID may cancel: wholly, on its day, before the batch goes to the acquirer. Null if
   * there is none. A repeated request is tried as a VOID on the next day too: the first one may have been received, and
   * its id returns its answer.
   */
  #voidable(order: RefundOrder): string | null {
    const isWhole = order.refundPiastres === order.receivedPiastres && order.refundedBeforePiastres === 0;
    const today = cairoDay(this.#tools.clock.now());
    const paidOn = cairoDay(order.paidAt);
    const isInTime = paidOn === today || (order.isRepeated && nextDay(paidOn) === today);
    return isWhole && isInTime ? transactionIdOf(order.externalRef, order.paymentReference) : null;
  }

  /** Makes a transaction. Repeating an id returns the result of its first transaction. */
  async #transact(order: RefundOrder, signal: AbortSignal, id: string, json: unknown): Promise<RefundAnswer> {
    const reply = await this.#call('PUT', `order/${order.externalRef}/transaction/${id}`, signal, json);
    if (reply.status >= 400) {
      const refusal = refusalOf(reply);
      // Only the gateway's own refusal proves that nothing was done.
      if (refusal.kind !== 'refused' || reply.status === 401 || reply.status === 403) throw refusal;
      // Perhaps only because an earlier request has used up the id.
      const known = await this.#order(order, signal);
      const made = known && transactionOf(known, id);
      if (made) return answerOf(order, made);
      return { state: 'failed', explanation: refusal.message };
    }
    const answer = parsed(TransactionAnswer, reply);
    const isAsked =
      answer.order?.id === order.externalRef &&
      answer.transaction.id === id &&
      (answer.merchant ?? this.#merchantId) === this.#merchantId;
    if (!isAsked)
      throw new ProcessorError('unknown', 'the answer is about another transaction', reply.status);
    return answerOf(order, answer);
  }

  /** @throws ProcessorError for any answer that is not 2xx */
  async #send(method: 'POST', path: string, signal: AbortSignal, json: unknown): Promise<HttpReply> {
    const reply = await this.#call(method, path, signal, json);
    if (reply.status >= 400) throw refusalOf(reply);
    return reply;
  }

  #call(method: 'GET' | 'POST' | 'PUT', path: string, signal: AbortSignal, json?: unknown) {
    const { baseUrl, credentials } = this.#settings;
    const user = Buffer.from(`merchant.${this.#merchantId}:${credentials.apiPassword ?? ''}`);
    return this.#tools.http({
      method,
      url: `${baseUrl}/api/rest/version/${API_VERSION}/merchant/${this.#merchantId}/${path}`,
      headers: { authorization: `Basic ${user.toString('base64')}` },
      json,
      signal,
    });
  }
}

function answerOf(order: RefundOrder, made: TransactionAnswer): RefundAnswer {
  const { id, amount, currency } = made.transaction;
  const isVoid = id === voidIdOf(order.refundKey);
  const isRight =
    (amount === undefined && isVoid) ||
    (fromDecimal(amount) === order.refundPiastres && (currency ?? order.currency) === order.currency);
  if (!isRight) throw new ProcessorError('unknown', 'the answer has another amount');
  const state = refundStateOf(made);
  return {
    state,
    id: fullId(order.externalRef, id),
    ...(state === 'refunded' ? {} : { explanation: wordsOf(made) }),
  };
}
