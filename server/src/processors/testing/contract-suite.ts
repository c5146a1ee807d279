/**
 * What every adapter promises, against its stand-in over HTTP. `describeGateway` runs the same list for each of them;
 * what an adapter cannot do is left out by its capabilities, never by its name.
 */
import { PassThrough } from 'node:stream';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/clock.ts';
import { ProcessorError } from '../errors.ts';
import type {
  AccountSettings,
  Adapter,
  GatewayEvent,
  PaymentGateway,
  PaymentOrder,
  PaymentRef,
  PaymentReport,
  RefundOrder,
  RefundReport,
  Step,
} from '../gateway.ts';
import { HTTP_LIMITS, httpClient } from '../http.ts';
import type { Fault, StandIn } from '../stand-in.ts';

/** An adapter, the method to try, and its stand-in. */
export interface Rig {
  adapter: Adapter;
  method: PaymentMethodId;
  startStandIn(options: { clock: FakeClock }): Promise<StandIn>;
  /** Settings with credentials that the stand-in refuses; without it every secret credential is another one. */
  wrongCredentials?(settings: AccountSettings): AccountSettings;
  /** The processor does not say that it refused a refund which it had accepted: it stays pending. */
  forgetsRefusals?: boolean;
  /** The signature of a notification is in its text. */
  signsInText?: boolean;
}

const NOON_IN_CAIRO = '2026-06-15T09:00:00Z';
/** Calls that are never answered are given up after this. */
const IMPATIENT = { ...HTTP_LIMITS, milliseconds: 400 };
/** Faults after which nobody knows whether the call was carried out. */
const LOST: readonly Fault[] = ['error-before', 'error-after', 'silent', 'malformed'];
const REASONS: ReadonlySet<string> = new Set([
  'declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_failed',
  'wrong_code',
  'canceled',
  'expired',
]);

/** Runs the promises of a gateway. */
export function describeGateway(name: string, rig: Rig): void {
  const can = rig.adapter.methods[rig.method];
  if (!can) throw new Error(`${name} does not serve method ${rig.method}`);
  const refundsHere = can.refunds !== 'bank';
  const never = new AbortController().signal;

  describe(`${name}: the promises of a gateway`, () => {
    let clock: FakeClock;
    let standIn: StandIn;
    let gateway: PaymentGateway;
    let said: string[];
    let count = 0;

    const open = (settings = standIn.settings, limits = HTTP_LIMITS) => {
      const lines = new PassThrough();
      lines.on('data', (line: Buffer) => said.push(line.toString()));
      return rig.adapter.open(settings, {
        clock,
        log: pino({ level: 'trace' }, lines),
        http: httpClient(limits),
      });
    };
    const nextRef = (letter: string) => {
      count += 1;
      return `${letter}${String(count).padStart(19, '0')}`;
    };
    const newOrder = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
      merchantId: 7,
      externalRef: nextRef('P'),
      method: rig.method,
      amountPiastres: 20050,
      currency: 'EGP',
      expiresAt: new Date(clock.now().getTime() + 15 * 60_000),
      ids: {},
      mode: standIn.settings.mode,
      reference: 'TRX-7K3M9Q2D',
      description: 'Two shirts',
      merchantName: 'Nile Shirts',
      locale: 'en',
      payer: { name: 'Mona Adel', email: 'mona@example.com', mobile: '01012345678' },
      walletMobile: can.collects === 'wallet-mobile' ? '01012345678' : null,
      card: null,
      returnUrl: 'https://pay.example.com/pay/return/abc',
      notificationUrl: 'https://pay.example.com/pay/callbacks/abc',
      ...more,
    });

    /** Keeps the ids of a report, as the caller does. */
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
    const booked = (order: PaymentRef) =>
      standIn.books().find((one) => one.externalRef === order.externalRef) ?? {
        externalRef: order.externalRef,
        receivedPiastres: 0,
        refundedPiastres: 0,
      };

    /** A payment that was made, with the ids that the caller has kept. */
    const paid = async (more: Partial<PaymentOrder> = {}): Promise<PaymentOrder & { money: string }> => {
      const order = await started(more);
      await standIn.act(order.externalRef, 'pay');
      const report = await ask(order);
      if (report?.step.state !== 'succeeded') throw new Error(`not paid: ${report?.step.state}`);
      return { ...keep(order, report), money: report.step.reference };
    };
    const refundOf = (
      order: PaymentOrder & { money: string },
      more: Partial<RefundOrder> = {},
    ): RefundOrder => ({
      ...order,
      refundKey: nextRef('R'),
      refundPiastres: order.amountPiastres,
      refundedBeforePiastres: 0,
      receivedPiastres: order.amountPiastres,
      paymentReference: order.money,
      paidAt: clock.now(),
      isRepeated: false,
      bankAccount: null,
      reason: 'Returned',
      ...more,
    });
    const refund = (order: RefundOrder) => gateway.refund(order, never);

    /** What a call fails with, or what it answers. */
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
    const wrong = (settings: AccountSettings): AccountSettings =>
      rig.wrongCredentials?.(settings) ?? {
        ...settings,
        credentials: Object.fromEntries(
          Object.entries(settings.credentials).map(([key, value]) => [
            key,
            rig.adapter.credentials[key]?.isSecret
              ? `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`
              : value,
          ]),
        ),
      };
    /** Reads the kept notifications that are about an order. */
    const eventsOf = (order: PaymentRef): GatewayEvent[] =>
      standIn
        .takeNotifications()
        .flatMap((raw) => gateway.read(raw)?.events ?? [])
        .filter(({ about }) => isAbout(about, order));
    /** The refunds of an order that its answers and notifications tell, by id. */
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
      standIn = await rig.startStandIn({ clock });
      standIn.notifications = 'kept';
      gateway = open();
    });
    afterEach(async () => {
      const secrets = [
        standIn.settings.notificationSecret,
        ...Object.entries(standIn.settings.credentials)
          .filter(([key]) => rig.adapter.credentials[key]?.isSecret)
          .map(([, value]) => value),
      ];
      await standIn.close();
      // Of every test: no error and no line of the log holds a secret.
      for (const secret of secrets.filter((one) => one !== '')) expect(said.join('\n')).not.toContain(secret);
    });

    describe('the account', () => {
      it('is accepted with the settings of its stand-in, whose credentials have the declared names and form', () => {
        expect(rig.adapter.judge(standIn.settings)).toEqual({});
        expect(Object.keys(standIn.settings.credentials).sort()).toEqual(
          Object.keys(rig.adapter.credentials).sort(),
        );
        for (const [key, { schema }] of Object.entries(rig.adapter.credentials))
          expect(schema.safeParse(standIn.settings.credentials[key]).success, key).toBe(true);
      });

      it('is checked by a call that changes nothing', async () => {
        await gateway.check(never);
        expect(standIn.books()).toEqual([]);
        expect(standIn.takeNotifications()).toEqual([]);
      });

      it('refuses every call with wrong credentials, and no answer about a payment is made of that', async () => {
        const order = await paid();
        const stranger = open(wrong(standIn.settings));
        expect(await kindOf(stranger.check(never))).toBe('refused');
        expect(await kindOf(stranger.start(newOrder(), never))).toBe('refused');
        expect(await kindOf(stranger.ask(order, never))).toBe('refused');
      });
    });

    describe('starting', () => {
      it('says how the payer pays, and takes no money', async () => {
        const { step } = await gateway.start(newOrder(), never);
        const states = { here: /./, redirect: /^redirect$/, code: /^awaiting$/, wallet: /^awaiting$/ };
        expect(step.state).toMatch(states[can.pays]);
        if (step.state === 'redirect') expect(step.url.startsWith(`${standIn.url}/`)).toBe(true);
        if (can.pays === 'code') expect(step).toMatchObject({ code: expect.stringMatching(/\S/) });
        if (can.pays === 'wallet') expect(step).toMatchObject({ code: null });
        expect(standIn.books()).toEqual([]);
      });

      it('works without a description, name and e-mail, and with long Arabic ones', async () => {
        const bare = { description: '', payer: { name: '', email: '', mobile: '01012345678' } };
        const long = {
          description: 'قميص قطن مصري '.repeat(40),
          merchantName: 'متجر القمصان '.repeat(20),
          locale: 'ar' as const,
          payer: { name: 'منى عادل '.repeat(30), email: 'mona@example.com', mobile: '01012345678' },
        };
        for (const more of [bare, long]) {
          const order = await started(more);
          await standIn.act(order.externalRef, 'pay');
          expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
        }
      });

      it('twice for one order is one payment', async () => {
        const order = await started();
        const again = keep(order, await gateway.start(order, never));
        await standIn.act(again.externalRef, 'pay');
        expect(await stepOf(again)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
        expect(standIn.books()).toHaveLength(1);
        expect(booked(again).receivedPiastres).toBe(20050);
      });

      it('again after it was paid says that it is paid', async () => {
        const order = await paid();
        const { step } = await gateway.start(order, never);
        expect(step).toMatchObject({ state: 'succeeded', reference: order.money });
      });

      it('is busy when the processor is, and can be repeated', async () => {
        const order = newOrder();
        standIn.fail('start', 'busy');
        expect(await kindOf(gateway.start(order, never))).toBe('busy');
        const kept = keep(order, await gateway.start(order, never));
        await standIn.act(order.externalRef, 'pay');
        expect(await stepOf(kept)).toMatchObject({ state: 'succeeded' });
      });

      it.each(LOST)('has an unknown outcome after %s; repeated, it is one payment', async (fault) => {
        const order = newOrder();
        standIn.fail('start', fault);
        const hasty = open(standIn.settings, fault === 'silent' ? IMPATIENT : HTTP_LIMITS);
        expect(await kindOf(hasty.start(order, never))).toBe('unknown');
        const kept = keep(order, await gateway.start(order, never));
        await standIn.act(order.externalRef, 'pay');
        expect(await stepOf(kept)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
        expect(booked(order).receivedPiastres).toBe(20050);
      });

      it('answered by an unknown word neither failed nor succeeded', async () => {
        standIn.fail('start', 'unknown-word');
        const outcome = await outcomeOf(gateway.start(newOrder(), never));
        if (outcome instanceof ProcessorError) expect(outcome.kind).toBe('unknown');
        else expect(outcome.step).toMatchObject({ state: 'pending', word: expect.stringMatching(/\S/) });
      });

      it('of nobody who still waits is given up', async () => {
        standIn.fail('start', 'silent');
        const stop = new AbortController();
        const call = gateway.start(newOrder(), stop.signal);
        stop.abort();
        expect(await kindOf(call)).not.toBe('answered');
      });

      it('of a processor that is not reachable is busy: nothing was sent', async () => {
        const { url } = standIn;
        await standIn.close();
        expect(await kindOf(open({ ...standIn.settings, baseUrl: url }).start(newOrder(), never))).toBe(
          'busy',
        );
      });
    });

    describe('asking', () => {
      it('about a payment that was never started finds none', async () => {
        expect(await ask(newOrder())).toBeNull();
      });

      it('before the payer did anything says neither paid nor failed', async () => {
        const order = await started();
        expect([null, 'pending', 'redirect', 'awaiting', 'challenge', 'otp']).toContain(
          (await stepOf(order))?.state ?? null,
        );
      });

      it('before the payment, as on a return that overtakes it, does not decide it', async () => {
        const order = await started();
        await standIn.act(order.externalRef, 'leave');
        const before = await ask(order);
        expect(['canceled', 'expired', 'succeeded']).not.toContain(before?.step.state);
        await standIn.act(order.externalRef, 'pay');
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
      });

      it.each([1, 99, 100, 59980, 20050, 1999999, 100000001])(
        'tells %i piastres to the piastre',
        async (amountPiastres) => {
          const order = await started({ amountPiastres });
          await standIn.act(order.externalRef, 'pay');
          expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: amountPiastres });
          expect(booked(order).receivedPiastres).toBe(amountPiastres);
        },
      );

      it('again tells the same money under the same reference', async () => {
        const order = await paid();
        const first = await ask(order);
        const second = await ask(keep(order, first));
        expect(second?.step).toEqual(first?.step);
        expect(second?.step).toMatchObject({ reference: order.money });
      });

      it('tells the payments of two orders apart', async () => {
        const [one, other] = [await paid(), await paid()];
        expect(one.money).not.toBe(other.money);
        const ids = async (order: PaymentRef) =>
          ((await ask(order))?.ids ?? []).map(({ kind, value }) => `${kind} ${value}`);
        const all = [...new Set(await ids(one)), ...new Set(await ids(other))];
        expect(new Set(all).size).toBe(all.length);
      });

      it('tells why a payment was declined, and finds money that comes afterwards all the same', async () => {
        const order = await started();
        await standIn.act(order.externalRef, 'decline');
        const step = await stepOf(order);
        if (step?.state !== 'failed') throw new Error(`a declined payment is ${step?.state}`);
        expect(REASONS.has(step.reason)).toBe(true);
        await standIn.act(order.externalRef, 'pay').catch(() => undefined);
        if (booked(order).receivedPiastres > 0) {
          expect(step.mayStillBePaid).toBe(true);
          expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
        }
      });

      it('after a payment and a decline still says paid', async () => {
        const order = await paid();
        await standIn.act(order.externalRef, 'decline').catch(() => undefined);
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
      });

      it.each(['part', 'more'] as const)('tells what came when the payer pays %s', async (act) => {
        const order = await started();
        await standIn.act(order.externalRef, act);
        const { receivedPiastres } = booked(order);
        expect(receivedPiastres).not.toBe(20050);
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres });
      });

      it('tells all the money of an order that is paid twice', async () => {
        const order = await paid();
        await standIn.act(order.externalRef, 'pay-again').catch(() => undefined);
        const money = new Map([[order.money, 20050]]);
        let kept: PaymentRef = order;
        for (let asked = 0; asked < 3; asked += 1) {
          const report = await ask(kept);
          if (report?.step.state === 'succeeded')
            money.set(report.step.reference, report.step.receivedPiastres);
          for (const more of report?.moreMoney ?? []) money.set(more.reference, more.receivedPiastres);
          kept = keep(kept, report);
        }
        for (const event of eventsOf(order)) {
          if (event.kind === 'payment' && event.report?.step.state === 'succeeded')
            money.set(event.report.step.reference, event.report.step.receivedPiastres);
        }
        const told = [...money.values()].reduce((sum, one) => sum + one, 0);
        expect(told).toBe(booked(order).receivedPiastres);
      });

      it.each(LOST)(
        'finds no answer in %s, whether paid or not, and the next answer is right',
        async (fault) => {
          const order = await paid();
          const unpaid = await started();
          const hasty = open(standIn.settings, fault === 'silent' ? IMPATIENT : HTTP_LIMITS);
          for (const one of [order, unpaid]) {
            standIn.fail('ask', fault);
            expect(await kindOf(hasty.ask(one, never))).toBe('unknown');
          }
          expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
        },
      );

      it('finds no answer in a processor that is busy', async () => {
        const order = await paid();
        standIn.fail('ask', 'busy');
        expect(await kindOf(ask(order))).toBe('busy');
      });

      it('answered by an unknown word is pending, with the word for an operator', async () => {
        const order = await paid();
        standIn.fail('ask', 'unknown-word');
        expect(await stepOf(order)).toMatchObject({ state: 'pending', word: expect.stringMatching(/\S/) });
      });

      it('after the time ran out says paid only if money came, also when it came late', async () => {
        const order = await started();
        await standIn.expire(order.externalRef);
        clock.advance({ minutes: 20 });
        expect((await stepOf(order))?.state).not.toBe('succeeded');
        await standIn.act(order.externalRef, 'pay').catch(() => undefined);
        const { receivedPiastres } = booked(order);
        const step = await stepOf(order);
        if (receivedPiastres === 0) expect(step?.state).not.toBe('succeeded');
        else expect(step).toMatchObject({ state: 'succeeded', receivedPiastres });
      });
    });

    describe.runIf(can.cancels)('canceling', () => {
      it('ends an order that nobody has paid: it takes no money afterwards', async () => {
        const order = await started();
        expect(await gateway.cancel!(order, never)).toBe('canceled');
        await standIn.act(order.externalRef, 'pay').catch(() => undefined);
        expect(booked(order).receivedPiastres).toBe(0);
        expect((await stepOf(order))?.state).not.toBe('succeeded');
      });

      it('comes too late for an order that is paid, and leaves its money', async () => {
        const order = await paid();
        expect(await gateway.cancel!(order, never)).toBe('too-late');
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      });

      it.each(LOST)('has an unknown outcome after %s', async (fault) => {
        const order = await started();
        standIn.fail('cancel', fault);
        const hasty = open(standIn.settings, fault === 'silent' ? IMPATIENT : HTTP_LIMITS);
        expect(await kindOf(hasty.cancel!(order, never))).toBe('unknown');
      });
    });
    it('has an action for canceling if its method can be canceled, and none otherwise', () => {
      expect(gateway.cancel !== undefined).toBe(can.cancels);
    });

    describe.runIf(refundsHere)('refunding', () => {
      it('gives the whole payment back, once', async () => {
        const order = await paid();
        const answer = await refund(refundOf(order));
        expect(answer).toMatchObject({ state: 'refunded', id: expect.stringMatching(/\S/) });
        expect(booked(order)).toMatchObject({ receivedPiastres: 20050, refundedPiastres: 20050 });
      });

      it('gives it back on a later day', async () => {
        const order = await paid();
        const asked = refundOf(order);
        clock.advance({ days: 3 });
        expect(await refund(asked)).toMatchObject({ state: 'refunded' });
        expect(booked(order).refundedPiastres).toBe(20050);
      });

      it.runIf(can.refunds === 'any-part')('makes two equal partial refunds as two', async () => {
        const order = await paid();
        const first = await refund(refundOf(order, { refundPiastres: 5025 }));
        const second = await refund(refundOf(order, { refundPiastres: 5025, refundedBeforePiastres: 5025 }));
        expect([first.state, second.state]).toEqual(['refunded', 'refunded']);
        expect(first.id).not.toBe(second.id);
        expect(booked(order).refundedPiastres).toBe(10050);
      });

      it('with the same key is the same refund', async () => {
        const order = await paid();
        const asked = refundOf(order);
        await refund(asked);
        const again = await refund({ ...asked, isRepeated: true });
        expect(['refunded', 'ambiguous']).toContain(again.state);
        expect(booked(order).refundedPiastres).toBe(20050);
      });

      it.runIf(can.refunds === 'any-part')('with the same key is the same refund of a part', async () => {
        const order = await paid();
        const asked = refundOf(order, { refundPiastres: 5025 });
        const first = await refund(asked);
        const again = await refund({ ...asked, isRepeated: true });
        expect(['refunded', 'ambiguous']).toContain(again.state);
        if (again.state === 'refunded') expect(again.id).toBe(first.id);
        expect(booked(order).refundedPiastres).toBe(5025);
      });

      it('of more than came is refused, and moves nothing', async () => {
        const order = await paid();
        const answer = await outcomeOf(refund(refundOf(order, { refundPiastres: 20051 })));
        expect(answer instanceof ProcessorError ? answer.kind : answer.state).toMatch(/^(refused|failed)$/);
        expect(booked(order).refundedPiastres).toBe(0);
      });

      it('that is refused has failed, and moves nothing', async () => {
        const order = await paid();
        standIn.refundsAre('refused');
        expect(await refund(refundOf(order))).toMatchObject({ state: 'failed' });
        expect(booked(order).refundedPiastres).toBe(0);
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', reference: order.money });
      });

      it.each([
        ['made', 'refunded', 20050],
        ['refused', 'failed', 0],
      ] as const)('that is pending is pending until it is %s', async (outcome, state, piastres) => {
        const order = await paid();
        standIn.refundsAre('pending');
        const asked = refundOf(order);
        expect(await refund(asked)).toMatchObject({ state: 'pending' });
        expect(await gateway.askRefund({ ...asked, isRepeated: true }, never)).toMatchObject({
          state: 'pending',
        });
        expect(booked(order).refundedPiastres).toBe(0);
        standIn.decideRefunds(outcome);
        const end = outcome === 'refused' && rig.forgetsRefusals ? 'pending' : state;
        expect(await gateway.askRefund({ ...asked, isRepeated: true }, never)).toMatchObject({ state: end });
        expect(booked(order).refundedPiastres).toBe(piastres);
      });

      it.each([...LOST, 'unknown-word' as const])(
        'never moves money twice after %s, and does not call it failed',
        async (fault) => {
          const order = await paid();
          const asked = refundOf(order, can.refunds === 'any-part' ? { refundPiastres: 5025 } : {});
          standIn.fail('refund', fault);
          const hasty = open(standIn.settings, fault === 'silent' ? IMPATIENT : HTTP_LIMITS);
          const first = await outcomeOf(hasty.refund(asked, never));
          expect(first instanceof ProcessorError ? first.kind : first.state).toMatch(
            /^(unknown|pending|ambiguous)$/,
          );
          const second = await refund({ ...asked, isRepeated: true });
          expect(['refunded', 'pending', 'ambiguous']).toContain(second.state);
          const { refundedPiastres } = booked(order);
          expect(refundedPiastres).toBeLessThanOrEqual(asked.refundPiastres);
          if (second.state === 'refunded') expect(refundedPiastres).toBe(asked.refundPiastres);
        },
      );

      it('can be repeated when the processor was busy', async () => {
        const order = await paid();
        const asked = refundOf(order);
        standIn.fail('refund', 'busy');
        expect(await kindOf(refund(asked))).toBe('busy');
        expect(booked(order).refundedPiastres).toBe(0);
        // Nothing was made, and the caller knows it.
        expect(await refund(asked)).toMatchObject({ state: 'refunded' });
        expect(booked(order).refundedPiastres).toBe(20050);
      });

      it('with wrong credentials is no failure of the refund', async () => {
        const order = await paid();
        expect(await kindOf(open(wrong(standIn.settings)).refund(refundOf(order), never))).toBe('refused');
        expect(booked(order).refundedPiastres).toBe(0);
      });

      it('does not take back that the payment was paid', async () => {
        const order = await paid();
        const asked = refundOf(order);
        await refund(asked);
        clock.advance({ days: 1 });
        expect(await stepOf(order)).toMatchObject({
          state: 'succeeded',
          reference: order.money,
          receivedPiastres: 20050,
        });
        standIn.takeNotifications();
      });

      it('is found by who asks for the first time after it: paid, and refunded', async () => {
        const order = await started();
        await standIn.act(order.externalRef, 'pay');
        await standIn.refundInDashboard(order.externalRef, 20050);
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded', receivedPiastres: 20050 });
      });

      it('is told with our key, under the id that it was answered with', async () => {
        const order = await paid();
        const asked = refundOf(order);
        const answer = await refund(asked);
        const told = [...(await refundsTold(order)).values()].filter(
          (one) => typeof one.refundKey === 'string',
        );
        for (const one of told)
          expect(one).toMatchObject({ id: answer.id, refundKey: asked.refundKey, amountPiastres: 20050 });
        const says = (await ask(order))?.refunds !== undefined;
        expect(told.length).toBe(says ? 1 : Math.min(told.length, 1));
      });

      it('of money that was given back in the dashboard before moves nothing', async () => {
        const order = await paid();
        await standIn.refundInDashboard(order.externalRef, 20050);
        const outcome = await outcomeOf(refund(refundOf(order)));
        expect(outcome instanceof ProcessorError ? outcome.kind : outcome.state).toMatch(
          /^(refused|failed|ambiguous)$/,
        );
        expect(booked(order).refundedPiastres).toBe(20050);
      });

      it("in the processor's own dashboard is told, without a key of ours", async (context) => {
        const order = await paid();
        const whole = can.refunds === 'whole';
        await standIn.refundInDashboard(order.externalRef, whole ? 20050 : 5025);
        if (!whole) await standIn.refundInDashboard(order.externalRef, 5025);
        const told = [...(await refundsTold(order)).values()];
        const says = told.length > 0 || (await ask(order))?.refunds !== undefined;
        context.skip(!says, 'this processor does not say which refunds it made');
        expect(told.every((one) => typeof one.refundKey !== 'string' && one.state === 'refunded')).toBe(true);
        expect(told.reduce((sum, one) => sum + one.amountPiastres, 0)).toBe(booked(order).refundedPiastres);
      });
    });

    describe('notifications', () => {
      it('tell of a payment, in whatever order and however often they come', async () => {
        const order = await started();
        await standIn.act(order.externalRef, 'decline');
        await standIn.act(order.externalRef, 'pay').catch(() => undefined);
        const raws = standIn.takeNotifications();
        expect(raws.length).toBeGreaterThan(0);
        const asked = await ask(order);
        for (const raw of [...raws, ...raws.toReversed(), ...raws]) {
          expect(gateway.isGenuine(raw)).toBe(true);
          const reading = gateway.read(raw);
          const events = reading?.events ?? [];
          expect(events.some(({ about }) => isAbout(about, keep(order, asked)))).toBe(true);
        }
        const ids = raws.map((raw) => gateway.read(raw)?.id ?? null);
        expect(raws.map((raw) => gateway.read(raw)?.id ?? null)).toEqual(ids);
        const given = ids.filter((id) => id !== null);
        expect(new Set(given).size).toBe(given.length);
      });

      it('of a payment say nothing else than asking does', async () => {
        const order = await paid();
        const asked = await ask(order);
        const reports = eventsOf(order).flatMap((event) =>
          event.kind === 'payment' && event.report ? [event.report.step] : [],
        );
        for (const step of reports) {
          if (step.state === 'succeeded' && asked?.step.state === 'succeeded') {
            expect(step.reference).toBe(asked.step.reference);
            expect(step.receivedPiastres).toBe(asked.step.receivedPiastres);
          } else expect(['pending', 'awaiting', 'redirect']).toContain(step.state);
        }
      });

      it('are not needed: asking finds the payment without one', async () => {
        const order = await started();
        await standIn.act(order.externalRef, 'pay');
        standIn.takeNotifications();
        expect(await stepOf(order)).toMatchObject({ state: 'succeeded' });
      });

      it('are forged when made with another secret, also the one before a rotation', async () => {
        const order = await paid();
        expect(standIn.takeNotifications().every((raw) => gateway.isGenuine(raw))).toBe(true);
        standIn.rotateNotificationSecret('another-secret-of-notifications');
        const next = await started();
        await standIn.act(next.externalRef, 'pay');
        const raws = standIn.takeNotifications();
        expect(raws.length).toBeGreaterThan(0);
        const rotated = open({
          ...standIn.settings,
          notificationSecret: 'another-secret-of-notifications',
        });
        for (const raw of raws) {
          expect(gateway.isGenuine(raw)).toBe(false);
          expect(rotated.isGenuine(raw)).toBe(true);
        }
        expect(order.externalRef).not.toBe(next.externalRef);
      });

      it('without a header, a query or a text are forged, and nonsense is not understood', async () => {
        const [raw] = await (async () => {
          await paid();
          return standIn.takeNotifications();
        })();
        if (!raw) throw new Error('nothing was told');
        for (const headers of [raw.headers, {}])
          for (const query of [raw.query, []])
            for (const body of [raw.body, '', '{', 'null', '[]', '"x"']) {
              const changed = { ...raw, headers, query, body };
              const isSame =
                headers === raw.headers && query.length === raw.query.length && body === raw.body;
              if (isSame || (rig.signsInText && body === raw.body)) continue;
              // Whoever sent it: it is refused, or it decides nothing.
              const events = gateway.isGenuine(changed) ? (gateway.read(changed)?.events ?? []) : [];
              expect(events.some((event) => event.kind === 'payment' && event.report !== null)).toBe(false);
            }
        const bare = { ...raw, headers: {}, query: [], body: '{}' };
        expect(gateway.isGenuine(bare)).toBe(false);
        expect(gateway.read(bare)).toBeNull();
      });

      it('moved to another payment are forged, or only a reason to ask', async () => {
        const order = await paid();
        const other = await started();
        for (const raw of standIn.takeNotifications()) {
          const move = (text: string) => text.replaceAll(order.externalRef, other.externalRef);
          const moved = {
            ...raw,
            body: move(raw.body),
            query: raw.query.map(([key, value]) => [key, move(value)] as const),
          };
          // What was about the other one is still true.
          if (JSON.stringify(moved) === JSON.stringify(raw) || !gateway.isGenuine(moved)) continue;
          for (const event of gateway.read(moved)?.events ?? [])
            if (isAbout(event.about, other)) expect(event).toMatchObject({ kind: 'payment', report: null });
        }
        expect((await stepOf(other))?.state).not.toBe('succeeded');
      });

      it('with another amount are forged, or only a reason to ask', async () => {
        await paid({ amountPiastres: 77700 });
        for (const raw of standIn.takeNotifications()) {
          const more = (text: string) => text.replaceAll('777', '999');
          const changed = {
            ...raw,
            body: more(raw.body),
            query: raw.query.map(([key, value]) => [key, more(value)] as const),
          };
          if (!gateway.isGenuine(changed)) continue;
          for (const event of gateway.read(changed)?.events ?? [])
            expect(event).toMatchObject({ kind: 'payment', report: null });
        }
      });
    });

    const isAbout = (about: GatewayEvent['about'], order: PaymentRef): boolean =>
      'externalRef' in about
        ? about.externalRef === order.externalRef
        : order.ids[about.kind] === about.value;
  });
}
