import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import type { Rig, Tried } from '../../../tests/kit/processors/contract-rig.ts';
import { describeGateway } from '../../../tests/kit/processors/contract-suite.ts';
import type { FakeClock } from '../../platform/time/clock.ts';
import { CardDetails } from '../card.ts';
import type { PaymentRef, RawNotification } from '../gateway.ts';
import { SANDBOX_METHODS, sandbox } from './index.ts';

const MERCHANT = 7;
const SECRET = 'the secret of notifications';
/** Requests a second step, so that there is a payer to simulate. */
const CARD = new CardDetails({ number: '4000000000003220', cvv: '739', expiryMonth: 12, expiryYear: 2039 });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The sandbox with empty books; its payer answers on our page if the method is paid there. */
const rig = (method: keyof typeof SANDBOX_METHODS): Rig => ({
  method,
  can: SANDBOX_METHODS[method],
  card: method === 1 ? CARD : null,
  async start(clock: FakeClock): Promise<Tried> {
    const { sql } = database;
    await sql`truncate sandbox_refunds, sandbox_payments`;
    let secret = SECRET;
    const open = (key: string) => sandbox({ pool: sql, clock }, Buffer.from(key));
    const refOf = (externalRef: string): PaymentRef => ({
      merchantId: MERCHANT,
      externalRef,
      method,
      amountPiastres: 0,
      currency: 'EGP',
      expiresAt: clock.now(),
      ids: {},
    });
    let told: RawNotification[] = [];
    return {
      merchantId: MERCHANT,
      mode: 'test',
      secrets: [SECRET],
      open: (_log, key = SECRET) => open(key),
      wire: { absent: 'the sandbox is called within the process: no call is lost, none needs credentials' },
      dashboard: { absent: 'nobody refunds in the sandbox but we' },
      otherAmounts: { absent: 'payers of the sandbox pay what they are asked for' },
      async act(externalRef, act) {
        if (act === 'leave') return;
        const order = refOf(externalRef);
        const paying = act !== 'decline';
        if (method === 1) await open(secret).continue!(order, { kind: 'challenge', approved: paying });
        else if (paying && SANDBOX_METHODS[method].pays === 'here')
          await open(secret).continue!(order, { kind: 'otp' });
        told.push(await open(secret).simulate(order, paying ? 'pay' : 'fail'));
      },
      // Its orders stay payable; expiry is decided by us.
      async expire() {},
      async refundsAre(externalRef, answer) {
        const order = refOf(externalRef);
        if (answer === 'refused') return open(secret).refuseNextRefund(order);
        await open(secret).holdRefunds(order, new Date(clock.now().getTime() + 86_400_000));
      },
      async decideRefunds(externalRef, outcome) {
        const order = refOf(externalRef);
        if (outcome === 'refused') await open(secret).refuseNextRefund(order);
        await open(secret).holdRefunds(order, clock.now());
      },
      takeNotifications() {
        const taken = told;
        told = [];
        return taken;
      },
      rotateNotificationSecret(next) {
        secret = next;
      },
      books: async () =>
        sql<{ externalRef: string; receivedPiastres: number; refundedPiastres: number }[]>`
          select order_id as "externalRef", amount_piastres as "receivedPiastres", refunded_piastres as "refundedPiastres"
            from sandbox_payments where merchant_id = ${MERCHANT} and state = 'succeeded'`,
      async close() {},
    };
  },
});

describeGateway('The sandbox, cards', rig(1));
describeGateway('The sandbox, wallets', rig(3));
describeGateway('The sandbox, kiosks', rig(4));
describeGateway('The sandbox, InstaPay', rig(5));
