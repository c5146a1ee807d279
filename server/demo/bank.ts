/** For four weeks the demo's settlements go to its bank account instead of its balance. */
import { listBankAccounts } from '../src/account/bank-accounts.ts';
import { startReceiving } from '../src/account/receiving.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { paySettlement } from '../src/settlements/pay.ts';
import { listSettlements } from '../src/settlements/service.ts';

const FROM_DAYS_AGO = 32;
const UNTIL_DAYS_AGO = 6;
const DAY_MILLISECONDS = 86_400_000;

/** Records the transfers of the previous day's settlements. */
export async function bankOn(app: App, caller: Caller, daysAgo: number): Promise<void> {
  if (daysAgo === FROM_DAYS_AGO || daysAgo === UNTIL_DAYS_AGO) {
    const [account] = await listBankAccounts(app, caller);
    if (account) await startReceiving(app, caller, account.bankAccountId);
  }
  const before = app.clock.now().getTime() - DAY_MILLISECONDS / 2;
  const paging = { page: 1, pageSize: 10, sortBy: 'id', sortType: 'desc' } as const;
  for (const { id, created_at, paid_at, bank_amount } of (await listSettlements(app, caller, paging, {}))
    .rows) {
    if (bank_amount === 0 || paid_at !== null || Date.parse(created_at) > before) continue;
    const bankReference = `NBE${created_at.slice(2, 10).replaceAll('-', '')}${String(id).padStart(4, '0')}`;
    await paySettlement(app, { merchantId: caller.merchantId, id }, { bankReference, actor: 'demo' });
  }
}
