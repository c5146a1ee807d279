/** Reminders of disputes without a response. */
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import * as store from './store-remind.ts';

/** Days before the due date. */
export const REMIND_DAYS = 3;

/**
 * Reminds merchants of disputes without a response, by notification and e-mail; each once, however many processes run.
 * @returns the number of reminders sent.
 * @throws if some could not be sent.
 */
export async function remindOfDue(app: App): Promise<number> {
  const from = app.clock.now();
  const span = { from, until: new Date(from.getTime() + REMIND_DAYS * 86_400_000) };
  let told = 0;
  const find = (limit: number, offset: number) => store.findToRemind(app.db, span, limit, offset);
  await eachDue(app, 'reminding of disputes', find, (ref) =>
    transaction(app.db, async (tx) => {
      const chargeback = await store.writeReminded(tx, ref, span);
      if (!chargeback) return;
      const { amountPiastres, reference, dueAt } = chargeback;
      await notify({ ...app, db: tx }, chargeback, {
        kind: 'chargeback-due',
        params: { amountPiastres, reference, due: cairoDay(dueAt) },
        href: `/charge-backs/${ref.id}`,
      });
      told += 1;
    }),
  );
  return told;
}
