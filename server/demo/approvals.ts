/** Some days on which the demo's refunds needed approval: one was declined, one still waits for the owner. */
import { refuse } from '../src/approvals/decide.ts';
import { writeSettings } from '../src/approvals/settings.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { createRefund } from '../src/refunds/service.ts';
import type { Chance } from './chance.ts';
import { findUser, listRefundable } from './store.ts';
import { ACCOUNTANT } from './team.ts';

const FIRST_DAYS_AGO = 4;
const LAST_DAYS_AGO = 1;
const CARD = 1;

/** Turns approvals on and off again, and lets an accountant request refunds in between. */
export async function askColleague(app: App, owner: Caller, daysAgo: number, chance: Chance): Promise<void> {
  if (daysAgo > FIRST_DAYS_AGO || daysAgo < LAST_DAYS_AGO) return;
  if (daysAgo === FIRST_DAYS_AGO) await writeSettings(app, owner, { enabled: true, refundAbovePiastres: 0 });
  if (daysAgo === FIRST_DAYS_AGO || daysAgo === LAST_DAYS_AGO) {
    const user = await findUser(app.db, owner.merchantId, ACCOUNTANT);
    const payments = (await listRefundable(app.db, owner)).filter(({ method }) => method === CARD);
    if (user && payments.length > 0) {
      const payment = chance.pick(payments);
      const asked = await createRefund(app, { ...owner, ...user }, payment.id, {
        amount: payment.valuePiastres,
        reason: daysAgo === LAST_DAYS_AGO ? 'أُلغي الطلب قبل الشحن' : 'Asked for a discount afterwards',
        account_name: '',
        bank_name: '',
        iban: '',
      });
      if (daysAgo === FIRST_DAYS_AGO && asked.approval_id !== null) {
        await refuse(app, owner, asked.approval_id, {
          state: 'declined',
          reason: 'The price was agreed before',
        });
      }
    }
  }
  // Pending requests keep waiting; the demo's own payouts and refunds need no approval.
  if (daysAgo === LAST_DAYS_AGO) await writeSettings(app, owner, { enabled: false, refundAbovePiastres: 0 });
}
