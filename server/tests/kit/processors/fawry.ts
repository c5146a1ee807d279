/** The adapter and its stand-in over HTTP, for the tests of this folder. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { FakeClock } from '../../../src/platform/time/clock.ts';
import { ProcessorError, type ProcessorErrorKind } from '../../../src/processors/errors.ts';
import { fawry } from '../../../src/processors/fawry/index.ts';
import { type StandInOptions, startStandIn } from '../../../src/processors/fawry/stand-in.ts';
import type {
  AccountSettings,
  PaymentGateway,
  PaymentOrder,
  RefundOrder,
} from '../../../src/processors/gateway.ts';
import { type HttpCall, type HttpClient, httpClient } from '../../../src/processors/http.ts';
import type { StandIn } from '../../../src/processors/stand-in.ts';

export const KIOSK = 4;
export const WALLET = 3;
export const signal = new AbortController().signal;

export let clock: FakeClock;
export let standIn: StandIn;
export let gateway: PaymentGateway;
/** The calls sent by the adapter. */
export let calls: HttpCall[];
let orders = 0;

/** Gives each test a new stand-in and a gateway to it. */
export function useStandIn(options: StandInOptions = {}): void {
  beforeEach(async () => {
    clock = new FakeClock();
    calls = [];
    standIn = await startStandIn({ clock, ...options });
    gateway = opened();
  });
  afterEach(() => standIn.close());
}

/** Opens the account with some settings changed. `rewrite` changes the fields of Fawry's answers, `status` their status. */
export function opened(
  { credentials = {}, ...settings }: Partial<AccountSettings> = {},
  rewrite?: (json: Record<string, unknown>) => unknown,
  status?: number,
): PaymentGateway {
  const real = httpClient();
  const http: HttpClient = async (call) => {
    calls.push(call);
    const reply = await real(call);
    const json = rewrite ? rewrite(reply.json as Record<string, unknown>) : reply.json;
    return { ...reply, json, status: status ?? reply.status };
  };
  const all = { ...standIn.settings, ...settings };
  const account = { ...all, credentials: { ...all.credentials, ...credentials } };
  return fawry.open(account, { clock, log: pino({ level: 'silent' }), http });
}

export function order(changes: Partial<PaymentOrder> = {}): PaymentOrder {
  orders += 1;
  const method = changes.method ?? KIOSK;
  return {
    merchantId: 1,
    externalRef: `ORDER${String(orders).padStart(15, '0')}`,
    method,
    amountPiastres: 150_00,
    currency: 'EGP',
    expiresAt: new Date(clock.now().getTime() + 86_400_000),
    ids: {},
    mode: 'test',
    reference: 'TRX-7K3M9Q2D',
    description: 'Two shirts',
    merchantName: 'Nile Shop',
    locale: 'en',
    payer: { name: 'Mona', email: 'mona@example.com', mobile: '01012345678' },
    walletMobile: method === WALLET ? '01112345678' : null,
    card: null,
    returnUrl: 'https://pay.example/return',
    notificationUrl: 'https://pay.example/notifications',
    ...changes,
  };
}

/** Starts a payment. Returns it with the number that Fawry gave. */
export async function started(changes: Partial<PaymentOrder> = {}, by = gateway): Promise<PaymentOrder> {
  const payment = order(changes);
  const { ids = [] } = await by.start(payment, signal);
  return { ...payment, ids: Object.fromEntries(ids.map(({ kind, value }) => [kind, value])) };
}

export async function paid(changes: Partial<PaymentOrder> = {}): Promise<PaymentOrder> {
  const payment = await started(changes);
  await standIn.act(payment.externalRef, 'pay');
  return payment;
}

export const refundOf = (payment: PaymentOrder, changes: Partial<RefundOrder> = {}): RefundOrder => ({
  ...payment,
  refundKey: 'REFUND00000000000001',
  refundPiastres: payment.amountPiastres,
  refundedBeforePiastres: 0,
  othersAreUnknown: false,
  receivedPiastres: payment.amountPiastres,
  paymentReference: payment.ids.reference ?? null,
  paidAt: clock.now(),
  isRepeated: false,
  bankAccount: null,
  reason: 'Returned',
  ...changes,
});

/** Expects a ProcessorError of one kind. */
export async function fails(work: Promise<unknown>, kind: ProcessorErrorKind): Promise<void> {
  const error = await work.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProcessorError);
  expect((error as ProcessorError).kind).toBe(kind);
  expect((error as ProcessorError).message).not.toContain(standIn.settings.credentials.securityKey);
}

export const stepAt = async (payment: PaymentOrder, by = gateway) => (await by.ask(payment, signal))?.step;
export const taken = () => standIn.takeNotifications().at(-1)!;
export const refunded = () => standIn.books()[0]?.refundedPiastres;
export const callsOf = (part: string) => calls.filter((call) => call.url.includes(part)).length;

/** Starts a server that receives notifications. `reply` returns the status of each. */
export async function receive(reply: () => number) {
  const bodies: string[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(reply(), { location: '/elsewhere' }).end();
      for (const each of waiting) if (bodies.length >= each.count) each.done();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`,
    received: (count: number) =>
      new Promise<void>((done) => {
        if (bodies.length >= count) done();
        else waiting.push({ count, done });
      }),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
