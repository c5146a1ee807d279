/** The notifications of the stand-in, and the settings of an account. */
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import {
  calls,
  clock,
  fails,
  gateway,
  KIOSK,
  opened,
  paid,
  refundOf,
  signal,
  standIn,
  started,
  stepAt,
  taken,
  useStandIn,
  WALLET,
} from '../../../tests/kit/processors/fawry.ts';
import { translate } from '../../platform/i18n/translate.ts';
import { toDecimal } from '../amounts.ts';
import type { AccountSettings, RawNotification } from '../gateway.ts';
import type { HttpClient } from '../http.ts';
import { fawry } from './index.ts';
import { signNotification } from './signature.ts';

useStandIn();

describe('notifications', () => {
  /** Reads a genuine notification. */
  function event(raw: RawNotification) {
    expect(gateway.isGenuine(raw)).toBe(true);
    return gateway.read(raw)!;
  }

  test.each([KIOSK, WALLET] as PaymentMethodId[])(
    'a payment (method %i) is reported with the reference that the status has',
    async (method) => {
      const payment = await paid({ method });
      const { events } = event(taken());
      expect(events).toEqual([
        {
          kind: 'payment',
          about: { externalRef: payment.externalRef },
          report: await gateway.ask(payment, signal),
        },
      ]);
    },
  );

  test('repeated, has the same id; another status has another', async () => {
    const payment = await paid();
    const [created, paidOne] = standIn.takeNotifications();
    expect(event(paidOne!).id).toBe(event({ ...paidOne! }).id);
    const sameRequest = { ...JSON.parse(created!.body), requestId: JSON.parse(paidOne!.body).requestId };
    expect(event({ ...created!, body: JSON.stringify(sameRequest) }).id).not.toBe(event(paidOne!).id);
    expect(payment.externalRef).toHaveLength(20);
  });

  test('a new order waits, with the code of a kiosk and without one for a wallet', async () => {
    const payment = await started();
    expect(event(taken()).events[0]).toMatchObject({
      report: { step: { state: 'awaiting', code: payment.ids.reference } },
    });
    await started({ method: WALLET, amountPiastres: 150_06 });
    expect(event(taken()).events[0]).toMatchObject({ report: { step: { state: 'awaiting', code: null } } });
  });

  test('what is not signed does not decide', async () => {
    await paid();
    const raw = taken();
    const body = {
      ...JSON.parse(raw.body),
      orderExpiryDate: 1,
      fawryFees: 150,
      paymentTime: 1,
      customerMobile: '',
    };
    expect(event({ ...raw, body: JSON.stringify(body) }).events[0]).toMatchObject({
      report: { step: { state: 'succeeded', receivedPiastres: 150_00 } },
    });
  });

  test('a changed amount or status is forged', async () => {
    await started();
    const raw = taken();
    for (const change of [{ orderStatus: 'PAID' }, { orderAmount: 15000 }, { merchantRefNumber: 'X' }]) {
      const body = JSON.stringify({ ...JSON.parse(raw.body), ...change });
      expect(gateway.isGenuine({ ...raw, body })).toBe(false);
    }
  });

  test('an order that ends is reported', async () => {
    const expired = await started();
    await standIn.expire(expired.externalRef);
    expect(event(taken()).events[0]).toMatchObject({ report: { step: { state: 'expired' } } });
    const canceled = await started();
    await gateway.cancel!(canceled, signal);
    expect(event(taken()).events[0]).toMatchObject({ report: { step: { state: 'canceled' } } });
    await started({ method: WALLET, amountPiastres: 150_51 });
    expect(event(taken()).events[0]).toMatchObject({
      report: { step: { state: 'failed', reason: 'insufficient_funds' } },
    });
  });

  test('a refund only says that asking is worthwhile', async () => {
    const payment = await paid();
    await standIn.refundInDashboard(payment.externalRef, 50_00);
    const about = { externalRef: payment.externalRef };
    expect(event(taken()).events).toEqual([{ kind: 'payment', about, report: null }]);
    await gateway.refund(refundOf(payment, { refundPiastres: 100_00 }), signal);
    expect(event(taken()).events).toEqual([{ kind: 'payment', about, report: null }]);
  });

  test.each([
    [0, 150_00],
    [152_50, 0],
  ])(
    'a payment of %i for an order of %i only says that asking is worthwhile',
    async (paymentPiastres, orderPiastres) => {
      const payment = await paid();
      const raw = taken();
      const facts = { ...JSON.parse(raw.body), paymentRefrenceNumber: '' };
      const body = JSON.stringify({
        ...facts,
        paymentAmount: toDecimal(paymentPiastres),
        orderAmount: toDecimal(orderPiastres),
        messageSignature: signNotification(standIn.settings.credentials.securityKey!, {
          ...facts,
          paymentPiastres,
          orderPiastres,
        }),
      });
      expect(event({ ...raw, body }).events).toEqual([
        { kind: 'payment', about: { externalRef: payment.externalRef }, report: null },
      ]);
    },
  );

  test('an order that is not ours is none of our events', async () => {
    const payment = await paid();
    const raw = taken();
    const body = raw.body.replace(payment.externalRef, 'INVOICE-7');
    expect(gateway.read({ ...raw, body })?.events).toEqual([]);
  });

  test('is read with its signature blacked out, and not as a GET or nonsense', async () => {
    await paid();
    const raw = taken();
    const { messageSignature: _signature, ...rest } = JSON.parse(raw.body);
    expect(gateway.read({ ...raw, body: JSON.stringify(rest) })?.events).toHaveLength(1);
    expect(gateway.read({ ...raw, method: 'GET' })).toBeNull();
    expect(gateway.read({ ...raw, body: '{}' })).toBeNull();
    expect(gateway.read({ ...raw, body: '{' })).toBeNull();
  });

  test('after a rotation only the new key makes one genuine', async () => {
    const payment = await started();
    standIn.rotateNotificationSecret('the-next-key');
    await standIn.act(payment.externalRef, 'pay');
    const raw = taken();
    expect(gateway.isGenuine(raw)).toBe(false);
    expect(opened().isGenuine(raw)).toBe(true);
    expect((await stepAt(payment, opened()))?.state).toBe('succeeded');
  });
});

describe('an account', () => {
  const refused = (settings: Partial<AccountSettings>) =>
    fawry.validateSettings({ ...standIn.settings, ...settings });

  test('is live with the production system, and a test with staging', () => {
    const [production, staging] = ['https://www.atfawry.com', 'https://atfawry.fawrystaging.com'];
    const [isProduction, isStaging] = [{ key: 'fawry.production' }, { key: 'fawry.staging' }];
    expect(refused({ mode: 'live', baseUrl: production })).toEqual({});
    expect(refused({ mode: 'test', baseUrl: staging })).toEqual({});
    expect(refused({ mode: 'live', baseUrl: staging })).toEqual({ baseUrl: [isStaging] });
    expect(refused({ mode: 'test', baseUrl: production })).toEqual({ baseUrl: [isProduction] });
    expect(refused({ mode: 'test', baseUrl: 'https://atfawry.com' })).toEqual({ baseUrl: [isProduction] });
    expect(refused({ baseUrl: standIn.url })).toEqual({});
    expect(refused({ baseUrl: 'nowhere' })).toEqual({});
  });

  test('has one key: its notification secret is empty or the security key', () => {
    const { securityKey } = standIn.settings.credentials;
    expect(refused({ notificationSecret: '' })).toEqual({});
    expect(refused({ notificationSecret: securityKey! })).toEqual({});
    expect(refused({ notificationSecret: 'another' })).toEqual({
      notificationSecret: [{ key: 'fawry.oneKey' }],
    });
  });

  test.each(['staging', 'production', 'oneKey'])('explains itself in both languages: %s', (key) => {
    const sentences = (['en', 'ar'] as const).map((locale) => translate(locale, `fawry.${key}`));
    expect(new Set([...sentences, `fawry.${key}`]).size).toBe(3);
  });

  test('takes cash by a code and wallets by a request; both can be canceled', () => {
    expect(fawry.methods).toEqual({
      [KIOSK]: { collects: 'nothing', pays: 'code', refunds: 'any-part', cancels: true },
      [WALLET]: {
        collects: 'wallet-mobile',
        pays: 'wallet',
        refunds: 'any-part',
        cancels: true,
        challenge: 'always',
      },
    });
  });

  test('that cannot refund cash refunds kiosk payments by a bank transfer', () => {
    const { credentials } = standIn.settings;
    expect(fawry.methodsOf!(credentials)).toEqual(fawry.methods);
    const without = fawry.methodsOf!({ ...credentials, kioskRefund: 'no' });
    expect([without[KIOSK]?.refunds, without[WALLET]?.refunds]).toEqual(['bank', 'any-part']);
  });

  test('shows every credential but the security key', () => {
    const secret = Object.entries(fawry.credentials).filter(([, { isSecret }]) => isSecret);
    expect(secret.map(([name]) => name)).toEqual(['securityKey']);
    expect(Object.keys(fawry.credentials).sort()).toEqual(Object.keys(standIn.settings.credentials).sort());
  });

  test.each([
    ['merchantCode', '', false],
    ['merchantCode', '1tSa6uxz2nTwlaAmt38enA==', true],
    ['kioskRefund', 'perhaps', false],
    ['kioskRefund', 'no', true],
    ['fallbackEmail', 'nobody', false],
    ['fallbackMobile', '0212345678', false],
    ['fallbackMobile', '01212345678', true],
  ])('takes as its %s %j: %s', (name, value, isTaken) => {
    expect(fawry.credentials[name]!.schema.safeParse(value).success).toBe(isTaken);
  });

  test('is checked by a call that changes nothing', async () => {
    await gateway.check(signal);
    expect(calls.map((call) => call.method)).toEqual(['GET']);
    await fails(opened({ credentials: { securityKey: 'another' } }).check(signal), 'refused');
    await fails(opened({ credentials: { merchantCode: 'another' } }).check(signal), 'refused');
    standIn.fail('ask', 'error-before');
    await fails(gateway.check(signal), 'unknown');
  });

  test('is refused with 401 or 403, whatever the body', async () => {
    for (const status of [401, 403]) {
      const http: HttpClient = async () => ({ status, text: '', json: undefined });
      const shut = fawry.open(standIn.settings, { clock, log: pino({ level: 'silent' }), http });
      await fails(shut.check(signal), 'refused');
    }
  });
});
