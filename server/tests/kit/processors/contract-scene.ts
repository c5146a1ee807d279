/** A processor for each test of the contract suite, with a caller that stores ids and asks like ours. */
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect } from 'vitest';
import { FakeClock } from '../../../src/platform/time/clock.ts';
import { ProcessorError } from '../../../src/processors/errors.ts';
import type {
  AccountSettings,
  GatewayEvent,
  PaymentGateway,
  PaymentOrder,
  PaymentRef,
  PaymentReport,
  RefundOrder,
  RefundReport,
  Step,
} from '../../../src/processors/gateway.ts';
import { HTTP_LIMITS } from '../../../src/processors/http.ts';
import type { BookedPayment, Fault } from '../../../src/processors/stand-in.ts';
import type { Rig, Tried, Wire } from './contract-rig.ts';

const NOON_IN_CAIRO = '2026-06-15T09:00:00Z';
/** Limits after which calls that are never answered are abandoned. */
const IMPATIENT = { ...HTTP_LIMITS, milliseconds: 400 };
/** Faults after which it is unknown whether the call was executed. */
export const LOST: readonly Fault[] = ['error-before', 'error-after', 'silent', 'malformed'];

/** A completed payment, with the processor's id of the money. */
type Paid = PaymentOrder & { money: string };

export type Scene = ReturnType<typeof setScene>;

/** Starts the processor before each test, and searches errors and log for secrets after it. */
export function setScene(rig: Rig) {
  const { can } = rig;
  const never = new AbortController().signal;
  let clock: FakeClock;
  let tried: Tried;
  let gateway: PaymentGateway;
  let said: string[];
  let count = 0;

  const log = () => {
    const lines = new PassThrough();
    lines.on('data', (line: Buffer) => said.push(line.toString()));
    return pino({ level: 'trace' }, lines);
  };
  const nextRef = (letter: string) => {
    count += 1;
    return `${letter}${String(count).padStart(19, '0')}`;
  };
  const newOrder = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
    merchantId: tried.merchantId,
    externalRef: nextRef('P'),
    method: rig.method,
    amountPiastres: 20050,
    currency: 'EGP',
    expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
    ids: {},
    mode: tried.mode,
    reference: 'TRX-7K3M9Q2D',
    description: 'Two shirts',
    merchantName: 'Nile Shirts',
    locale: 'en',
    payer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01012345678' },
    walletMobile: can.collects === 'wallet-mobile' ? '01012345678' : null,
    card: rig.card ?? null,
    returnUrl: 'https://pay.example.com/pay/return/abc',
    notificationUrl: 'https://pay.example.com/pay/callbacks/abc',
    ...more,
  });

  /** Stores the ids of a report, like the caller. */
  const keep = <O extends PaymentRef>(order: O, report: PaymentReport | null): O => ({
    ...order,
    ids: {
      ...order.ids,
      ...Object.fromEntries((report?.ids ?? []).map(({ kind, value }) => [kind, value])),
    },
  });
  const started = async (more: Partial<PaymentOrder> = {}): Promise<PaymentOrder> => {
    const order = newOrder(more);
    return keep(order, await gateway.start(order, never));
  };
  const ask = (order: PaymentRef) => gateway.ask(order, never);
  const stepOf = async (order: PaymentRef): Promise<Step | null> => (await ask(order))?.step ?? null;
  const booked = async ({ externalRef }: PaymentRef): Promise<BookedPayment> =>
    (await tried.books()).find((one) => one.externalRef === externalRef) ?? {
      externalRef,
      receivedPiastres: 0,
      refundedPiastres: 0,
    };

  /** Makes a payment, and returns it with the ids that the caller has stored. */
  const paid = async (more: Partial<PaymentOrder> = {}): Promise<Paid> => {
    const order = await started(more);
    await tried.act(order.externalRef, 'pay');
    const report = await ask(order);
    if (report?.step.state !== 'succeeded') throw new Error(`not paid: ${report?.step.state}`);
    return { ...keep(order, report), money: report.step.reference };
  };
  const refundOf = (order: Paid, more: Partial<RefundOrder> = {}): RefundOrder => ({
    ...order,
    refundKey: nextRef('R'),
    refundPiastres: order.amountPiastres,
    refundedBeforePiastres: 0,
    othersAreUnknown: false,
    receivedPiastres: order.amountPiastres,
    paymentReference: order.money,
    paidAt: clock.now(),
    isRepeated: false,
    bankAccount: null,
    reason: 'Returned',
    ...more,
  });
  const refund = (order: RefundOrder) => gateway.refund(order, never);

  /** Returns the error or the answer of a call. */
  const outcomeOf = async <T>(call: Promise<T>): Promise<T | ProcessorError> => {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ProcessorError)) throw error;
      said.push(error.message, String(error.cause ?? ''), error.stack ?? '');
      return error;
    }
  };
  const kindOf = async (call: Promise<unknown>) => {
    const outcome = await outcomeOf(call);
    return outcome instanceof ProcessorError ? outcome.kind : 'answered';
  };

  /** Opens the account with other settings. */
  const openAt = (wire: Wire, settings: AccountSettings) => wire.open(log(), settings);
  /** Opens the account for calls that encounter a fault. */
  const hasty = (wire: Wire, fault: Fault) =>
    wire.open(log(), wire.settings, fault === 'silent' ? IMPATIENT : HTTP_LIMITS);

  const isAbout = (about: GatewayEvent['about'], order: PaymentRef): boolean =>
    'externalRef' in about ? about.externalRef === order.externalRef : order.ids[about.kind] === about.value;
  /** Reads the kept notifications of an order. */
  const eventsOf = (order: PaymentRef): GatewayEvent[] =>
    tried
      .takeNotifications()
      .flatMap((raw) => gateway.read(raw)?.events ?? [])
      .filter(({ about }) => isAbout(about, order));
  /** Returns the refunds of an order in its answers and notifications, by id. */
  const refundsTold = async (order: PaymentRef): Promise<Map<string, RefundReport>> => {
    const told = eventsOf(order).flatMap((event) =>
      event.kind === 'refund'
        ? [event.refund]
        : event.kind === 'payment'
          ? (event.report?.refunds ?? [])
          : [],
    );
    const all = [...told, ...((await ask(order))?.refunds ?? [])];
    return new Map(all.map((one) => [one.id, one]));
  };

  beforeEach(async () => {
    clock = new FakeClock(NOON_IN_CAIRO);
    said = [];
    tried = await rig.start(clock);
    gateway = tried.open(log());
  });
  afterEach(async () => {
    const { secrets } = tried;
    await tried.close();
    // In every test, no error and no log line contains a secret.
    for (const secret of secrets.filter((one) => one !== '')) expect(said.join('\n')).not.toContain(secret);
  });

  return {
    rig,
    can,
    never,
    get clock() {
      return clock;
    },
    get tried() {
      return tried;
    },
    get gateway() {
      return gateway;
    },
    log,
    newOrder,
    keep,
    started,
    ask,
    stepOf,
    booked,
    paid,
    refundOf,
    refund,
    outcomeOf,
    kindOf,
    openAt,
    hasty,
    isAbout,
    eventsOf,
    refundsTold,
  };
}
