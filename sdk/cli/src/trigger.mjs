/** Plays what payers, banks and the provider do in test mode. */
import { clientOf } from './config.mjs';
import { show } from './show.mjs';
import { UsageError } from './usage.mjs';

/** Events, and the scenario of the simulator that causes each. */
const BY_PAYER = {
  'payment.succeeded': 'payment-succeeded',
  'payment.failed': 'card-declined',
  'chargeback.opened': 'chargeback-opened',
  'chargeback.applied': 'chargeback-lost',
  'chargeback.withdrawn': 'chargeback-won',
};
const BY_PROVIDER = {
  'settlement.made': 'settlement',
  'refund.failed': 'refund-failed',
  'payout.handed-over': 'payout-handed-over',
  'payout.returned': 'payout-failed',
};
const OF_TRANSACTION = {
  'chargeback.opened': 'chargeback-opened',
  'chargeback.applied': 'chargeback-lost',
  'chargeback.withdrawn': 'chargeback-won',
  'refund.failed': 'refund-failed',
  'settlement.made': 'settle',
};
export const TRIGGERS = [...Object.keys(BY_PAYER), ...Object.keys(BY_PROVIDER)];

/** @param link the reference of a payment link of yours to pay. @param transaction the id of a payment it happens to. */
export async function trigger(event, { link, transaction, json }) {
  if (!TRIGGERS.includes(event)) throw new UsageError(`daftar trigger <event>: ${TRIGGERS.join(', ')}`);
  const { daftar, isTest } = await clientOf();
  if (!isTest) throw new UsageError('Only a test key may do this: nothing is simulated with real money.');
  if (link !== undefined && !(event in BY_PAYER)) throw new UsageError(`--link is not for ${event}.`);
  if (transaction !== undefined) {
    const scenario = OF_TRANSACTION[event];
    if (!scenario || !/^\d+$/.test(transaction))
      throw new UsageError(`--transaction <id> is for ${Object.keys(OF_TRANSACTION).join(', ')}.`);
    return show(await daftar.simulator.transaction(Number(transaction), { scenario }), json);
  }
  const made = BY_PAYER[event]
    ? await daftar.simulator.payment({ scenario: BY_PAYER[event], ...(link ? { link } : {}) })
    : await daftar.simulator.money({ scenario: BY_PROVIDER[event] });
  return show(made, json);
}
