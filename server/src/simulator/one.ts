/** Simulates events of one test transaction: by its payer, their bank or the provider. */
import type { Simulated, TransactionScenario } from '@daftar/contract/simulator';
import { decideByReference, openChargeback } from '../chargebacks/decide.ts';
import { actAsPayer, actsOf } from '../checkout/play.ts';
import { endPayoutByCode } from '../payouts/end.ts';
import type { App, Caller } from '../platform/context.ts';
import { translate } from '../platform/i18n/translate.ts';
import { simulateFailedRefund } from '../refunds/simulate.ts';
import { settleNow } from '../settlements/service.ts';
import { CannotSimulate, SimulatedTransactionNotFound } from './errors.ts';
import { neededFor, scenariosOf } from './rules.ts';
import {
  ACTOR,
  shownDispute,
  shownSettlement,
  shownTransaction,
  simulatedCase,
  testerOf,
} from './service.ts';
import * as store from './store.ts';

async function getTransaction(app: App, caller: Caller, id: number) {
  const found = await store.findTransaction(app.db, caller, id);
  if (!found) throw new SimulatedTransactionNotFound();
  const payer = await actsOf(app, caller, id);
  const possible = scenariosOf({ ...found, payer });
  return { ...found, scenarios: possible.filter((each) => caller.permissions.has(neededFor(each))) };
}

/** Lists the currently possible events of a transaction. @throws SimulatedTransactionNotFound, CannotSimulate */
export async function scenariosNow(app: App, by: Caller, id: number): Promise<TransactionScenario[]> {
  return (await getTransaction(app, testerOf(by), id)).scenarios;
}

/** Simulates an event. @throws SimulatedTransactionNotFound 404, CannotSimulate 400 when it is not possible now. */
export async function simulateTransaction(
  app: App,
  by: Caller,
  id: number,
  scenario: TransactionScenario,
): Promise<Simulated> {
  const caller = testerOf(by);
  const found = await getTransaction(app, caller, id);
  if (!found.scenarios.includes(scenario)) throw new CannotSimulate('over');
  const ref = { merchantId: caller.merchantId, transactionId: id };
  const here = shownTransaction({ id, reference: found.reference });
  switch (scenario) {
    case 'pay':
    case 'fail':
      await actAsPayer(app, caller, id, scenario);
      if ((await getTransaction(app, caller, id)).status === found.status) throw new CannotSimulate('over');
      return here;
    case 'settle': {
      const made = await settleNow(app, caller);
      if (!made) throw new CannotSimulate('noBalance');
      return shownSettlement(made);
    }
    case 'refund-failed':
      await simulateFailedRefund(app, caller, id, translate(caller.locale, 'simulator.refundReason'));
      return here;
    case 'chargeback-opened': {
      const reference = await openChargeback(app, ref, simulatedCase(found.reference));
      return shownDispute(app, ref, reference);
    }
    case 'chargeback-lost':
    case 'chargeback-won':
      await decideByReference(
        app,
        found.disputeReference ?? '',
        scenario === 'chargeback-lost' ? 'applied' : 'withdrawn',
        ACTOR,
      );
      return shownDispute(app, ref, found.disputeReference ?? '');
    case 'payout-handed-over':
      await endPayoutByCode(app, found.payoutCode ?? '', { state: 'handed-over', actor: ACTOR });
      return here;
    case 'payout-failed': {
      const reason = translate(caller.locale, 'simulator.payoutReason');
      await endPayoutByCode(app, found.payoutCode ?? '', { state: 'returned', reason, actor: ACTOR });
      return here;
    }
  }
}
