import {
  accountForm,
  addAccount,
  ambiguousRefund,
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

/** Returns the samples of the console's accounts at processors. */
export function processorSamples(
  paymentOf: (world: World) => Promise<{ id: number }>,
): Record<string, Sample> {
  return {
    'ops-processors.add': { body: () => accountForm() },
    'ops-processors.account': { params: account },
    'ops-processors.clearing': { params: account },
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
