import { openChargeback } from '../../src/chargebacks/decide.ts';
import { newToken } from '../../src/platform/references.ts';
import type { Discrepancy } from '../../src/processors/observers.ts';
import { createRefund } from '../../src/refunds/service.ts';
import { callerOf } from './money.ts';
import {
  accountForm,
  addAccount,
  ambiguousRefund,
  discrepancyOf,
  failedNotification,
  operatorIdOf,
  proposeRotation,
} from './processors.ts';
import type { Sample, World } from './world.ts';

const account = async ({ daftar }: World) => ({ id: await addAccount(daftar) });
/** A change that somebody else asked for. */
const change = async ({ daftar }: World) => {
  const { email } = await daftar.operator('finance');
  return { id: await proposeRotation(daftar, await operatorIdOf(daftar, email)) };
};
const notification = async ({ daftar }: World) => ({
  id: await failedNotification(daftar, await addAccount(daftar)),
});

/** Makes a discrepancy of a new payment. */
const discrepancy =
  (paymentOf: (world: World) => Promise<{ id: number }>, said?: Discrepancy) => async (world: World) => {
    const { daftar, actor } = world;
    const { id } = await paymentOf(world);
    return { merchantId: actor.merchantId, id: await discrepancyOf(daftar, actor, id, said) };
  };

/** Returns the samples of the console's accounts at processors. */
export function processorSamples(
  paymentOf: (world: World) => Promise<{ id: number }>,
): Record<string, Sample> {
  return {
    // One of a name waits.
    'ops-processors.add': { body: () => accountForm({ name: newToken().slice(0, 20) }) },
    'ops-processors.account': { params: account },
    'ops-processors.clearing': { params: account },
    'ops-processors.exportClearing': { params: account },
    'ops-processors.change': {
      params: account,
      body: () => ({ name: 'Another name', methods: ['Card'], priority: 50, reason: 'A new contract' }),
    },
    'ops-processors.rotate': {
      params: account,
      body: () => ({
        credentials: { apiPassword: 'a new api password' },
        notification_secret: 'a new one',
        reason: 'It was seen',
      }),
    },
    'ops-processors.switchOn': {
      params: async ({ daftar }) => {
        const id = await addAccount(daftar);
        await daftar.app.db`update processor_accounts set state = 'off' where id = ${id}`;
        return { id };
      },
      body: () => ({ reason: 'It works again' }),
    },
    'ops-processors.switchOff': { params: account },
    'ops-processors.check': { params: account },
    'ops-processors.checkChange': { params: change },
    'ops-processors.notification': { params: notification },
    'ops-processors.replay': { params: notification },
    'ops-discrepancies.bookRefund': {
      params: discrepancy(paymentOf),
      body: () => ({ amount: 5, processor_refund_id: `F-${newToken()}`, reason: 'Seen in the dashboard' }),
    },
    'ops-discrepancies.cameBack': {
      params: async (world) => {
        const { daftar, actor, mode } = world;
        const { id } = await paymentOf(world);
        const form = { amount: 500, reason: '', account_name: '', bank_name: '', iban: '' };
        const refund = await createRefund(daftar.app, callerOf(actor, mode), id, form);
        const said = {
          kind: 'refund-failed',
          refundId: refund.id!,
          amountPiastres: 500,
          word: 'DECLINED',
        } as const;
        return { merchantId: actor.merchantId, id: await discrepancyOf(daftar, actor, id, said) };
      },
      body: () => ({ reason: 'The bank sent it back' }),
    },
    'ops-discrepancies.linkChargeback': {
      params: async (world) => {
        const { daftar, actor } = world;
        const { id } = await paymentOf(world);
        const ref = { merchantId: actor.merchantId, transactionId: id };
        await openChargeback(daftar.app, ref, { reason: 'fraudulent', actor: 'test' });
        const said = { kind: 'payment-failed', word: 'failed: declined' } as const;
        return { merchantId: actor.merchantId, id: await discrepancyOf(daftar, actor, id, said) };
      },
      body: async ({ daftar, actor }) => {
        const [row] = await daftar.app.db<{ reference: string }[]>`
          select c.reference from discrepancies d
            join chargebacks c on c.merchant_id = d.merchant_id and c.transaction_id = d.transaction_id
           where d.merchant_id = ${actor.merchantId} order by d.id desc limit 1`;
        return { chargeback_reference: row?.reference ?? 'CHB-1' };
      },
    },
    'ops-discrepancies.stands': {
      params: discrepancy(paymentOf),
      body: () => ({ reason: 'Their status was wrong' }),
    },
    'ops-processors.decideRefund': {
      params: async (world) => {
        const { daftar, actor, mode } = world;
        const { id } = await paymentOf(world);
        return { merchantId: actor.merchantId, id: await ambiguousRefund(daftar, actor, id, mode) };
      },
      body: () => ({ made: true, processor_refund_id: 'RF-1' }),
    },
  };
}
