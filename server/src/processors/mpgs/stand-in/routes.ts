/** The stand-in's API, with the forms and refusals of Mastercard Gateway's. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Mode } from '../../../platform/context.ts';
import { fromDecimal } from '../../amounts.ts';
import type { Fault } from '../../stand-in.ts';
import { type Books, Invalid, type Order, Rejected, type Transaction } from './books.ts';
import { CheckoutRequest, read, TransactionRequest } from './requests.ts';

/** A test profile's name begins with TEST. */
export const merchantOf = (mode: Mode): string => (mode === 'test' ? 'TESTDAFTAR' : 'DAFTAR');
export const PASSWORD = 'stand-in-api-password';
/** An undocumented value. */
const NO_WORD = 'TELEPORTED';
const DEFAULT_SECONDS = 900;

/** The calls for which faults can be set. */
export type Call = 'start' | 'ask' | 'cancel' | 'refund';

/** Creates the server, which accepts forms, and any other body as text. */
export function newApp(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return app;
}

interface Answer {
  status: number;
  json: unknown;
}

const refusal = (status: number, cause: string, explanation: string, more: object = {}): Answer => ({
  status,
  json: { error: { cause, explanation, ...more }, result: 'ERROR' },
});

/** Replaces the states in an answer by an undocumented value. A session has only `result`. */
function withoutKnownWords(call: Call, json: unknown): unknown {
  const words = call === 'start' ? ['result'] : ['status', 'gatewayCode'];
  return JSON.parse(
    JSON.stringify(json, (key, value) =>
      words.includes(key) && typeof value === 'string' ? NO_WORD : value,
    ),
  );
}

const API = '/api/rest/version/:version/merchant/:merchant';
const OLDEST_VERSION = 63;

interface ApiParts {
  /** The name of the profile. */
  merchant: string;
  books: Books;
  faults: Map<Call, Fault>;
  tell: (order: Order, transaction: Transaction) => Transaction;
}

/** Serves the API. */
export function serveApi(app: FastifyInstance, { merchant: own, books, faults, tell }: ApiParts): void {
  const expected = `Basic ${Buffer.from(`merchant.${own}:${PASSWORD}`).toString('base64')}`;

  async function perform(call: Call, request: FastifyRequest, reply: FastifyReply, work: () => Answer) {
    const { version, merchant } = request.params as Record<string, string>;
    const send = ({ status, json }: Answer) => reply.code(status).send(json);
    if (request.headers.authorization !== expected || merchant !== own)
      return send(refusal(401, 'INVALID_REQUEST', 'Invalid credentials.'));
    if (!/^\d{1,3}$/.test(version ?? '') || Number(version) < OLDEST_VERSION)
      return send(refusal(400, 'INVALID_REQUEST', 'The version is not supported', { field: 'version' }));
    const fault = faults.get(call);
    faults.delete(call);
    if (fault === 'error-before') return send(refusal(500, 'SERVER_FAILED', 'An error occurred'));
    if (fault === 'busy') return send(refusal(503, 'SERVER_BUSY', 'The server is busy'));
    let answer: Answer;
    try {
      answer = work();
    } catch (error) {
      if (error instanceof Rejected) answer = refusal(400, 'REQUEST_REJECTED', error.message);
      else if (error instanceof Invalid) {
        const { field, validationType } = error;
        answer = refusal(400, 'INVALID_REQUEST', error.message, {
          ...(field ? { field } : {}),
          ...(validationType ? { validationType } : {}),
        });
      } else throw error;
    }
    if (fault === 'silent') return void reply.hijack();
    if (fault === 'error-after') return send(refusal(500, 'SERVER_FAILED', 'An error occurred'));
    if (fault === 'malformed') return reply.code(200).type('text/html').send('<html>{"result":"SUCCESS"');
    return send(
      fault === 'unknown-word' ? { ...answer, json: withoutKnownWords(call, answer.json) } : answer,
    );
  }

  app.post(`${API}/session`, (request, reply) =>
    perform('start', request, reply, () => {
      const { interaction, order } = read(CheckoutRequest, request.body);
      const session = books.openSession({
        orderId: order.id,
        amountPiastres: fromDecimal(order.amount) ?? 0,
        currency: order.currency,
        description: order.description,
        merchantName: interaction.merchant.name,
        locale: interaction.locale?.startsWith('ar') ? 'ar' : 'en',
        returnUrl: interaction.returnUrl,
        cancelUrl: interaction.cancelUrl ?? interaction.returnUrl,
        timeoutUrl: interaction.timeoutUrl ?? interaction.returnUrl,
        redirectMerchantUrl: interaction.redirectMerchantUrl ?? '',
        notificationUrl: order.notificationUrl ?? '',
        // The gateway counts from the first view of the page.
        endsAt: new Date(books.clock.now().getTime() + (interaction.timeout ?? DEFAULT_SECONDS) * 1000),
        triesLeft: interaction.retryAttemptCount ?? Number.POSITIVE_INFINITY,
      });
      return {
        status: 201,
        json: {
          checkoutMode: 'WEBSITE',
          merchant: own,
          result: 'SUCCESS',
          session: { id: session.id, updateStatus: 'SUCCESS', version: '1' },
          successIndicator: session.successIndicator,
        },
      };
    }),
  );

  app.get(`${API}/order/:order`, (request, reply) =>
    perform('ask', request, reply, () => ({
      status: 200,
      json: books.orderJson(orderOf(books, request)),
    })),
  );

  app.get(`${API}/order/:order/transaction/:transaction`, (request, reply) =>
    perform('ask', request, reply, () => {
      const order = orderOf(books, request);
      const { transaction: id } = request.params as Record<string, string>;
      const transaction = order.transactions.find((one) => one.id === id);
      if (!transaction) throw new Invalid('Unable to find the transaction');
      return { status: 200, json: books.transactionJson(order, transaction) };
    }),
  );

  app.put(`${API}/order/:order/transaction/:transaction`, (request, reply) =>
    perform('refund', request, reply, () => {
      const asked = read(TransactionRequest, request.body);
      const order = orderOf(books, request);
      const { transaction: id = '' } = request.params as Record<string, string>;
      if (id.length > 40) throw new Invalid('The transaction id is too long', 'transactionId', 'INVALID');
      const text = JSON.stringify(asked);
      const known = order.transactions.find((one) => one.id === id);
      if (known && known.request !== text) throw new Invalid('The transaction id was used before');
      if (known) return { status: 200, json: books.transactionJson(order, known) };
      const made =
        asked.apiOperation === 'VOID'
          ? books.void(order, id, asked.transaction.targetTransactionId, text)
          : books.refund(order, id, fromDecimal(asked.transaction.amount) ?? 0, text);
      return { status: 201, json: books.transactionJson(order, tell(order, made)) };
    }),
  );
}

function orderOf(books: Books, request: FastifyRequest): Order {
  const { order: id = '' } = request.params as Record<string, string>;
  const order = books.orders.get(id);
  if (!order) throw new Invalid('Unable to find the order');
  return order;
}
