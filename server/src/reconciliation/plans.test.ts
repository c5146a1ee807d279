/** The lists of reconciliation: by index alone, however many lines and closed breaks there are. */
import { expect, test } from 'vitest';
import { eachWay, expectBounded, expectByIndex, filledWith, MANY } from '../../tests/kit/by-index.ts';
import { anAccount } from '../ledger/testing.ts';
import type { Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { breakList } from './breaks.ts';
import { sumAll } from './store-breaks.ts';
import { listLines } from './store-files.ts';

const TABLES = ['reconciliation_lines', 'reconciliation_breaks'];
/** Of each hundred breaks one is still open. */
const OPEN = 100;

const filled = filledWith(TABLES, async (tx: Tx, _, now) => {
  const account = await anAccount(tx);
  await tx`
    insert into reconciliation_lines (file_id, line_no, batch_id, processor_account_id, kind, currency, gross_piastres,
      fee_piastres, vat_piastres, net_piastres, item, merchant_id, item_id, item_key, rule)
    select 1 + n % 2, n, 1, ${account}, 'payment', 'EGP', 100, 2, 0, 98, case when n % 50 > 1 then 'payment' end,
           case when n % 50 > 1 then 1 end, case when n % 50 > 1 then n end, case when n % 50 > 1 then '' end,
           case when n % 50 > 1 then 'id' end
      from generate_series(1, ${MANY}::int) n`;
  await tx`
    insert into reconciliation_breaks (processor_account_id, kind, file_id, line_no, reference, amount_piastres, currency, state,
                                       opened_at, ended_as, closed_at, closed_by)
    select ${account}, (array['theirs_only', 'under', 'fee'])[1 + n % 3], 1, n, 'R' || n, (n * 7919) % 100000 - 50000, 'EGP',
           case when n % ${OPEN}::int = 0 then 'open' else 'resolved' end, ${now}::timestamptz - n * interval '1 minute',
           case when n % ${OPEN}::int > 0 then 'arrived' end,
           case when n % ${OPEN}::int > 0 then ${now}::timestamptz end, case when n % ${OPEN}::int > 0 then 'somebody' end
      from generate_series(1, ${MANY * OPEN}::int / 10) n`;
});

/** As on a busy server, which has decided on a plan for any values. */
async function plansOf(run: () => Promise<unknown>) {
  for (let time = 0; time < 7; time += 1) await run();
  filled.watch.taken();
  await run();
  return filled.watch.taken();
}

const operator = { locale: 'en' } as Operator;
const breaks = (paging: never, filters: Parameters<typeof breakList.page>[3]) =>
  breakList.page(filled.app, operator, paging, filters);

const page = (number: number, sort: object) => ({ page: number, pageSize: 10, ...sort }) as never;

test.each(eachWay(['created_at', 'amount']))('breaks by $sortBy $sortType', async (sort) => {
  for (const number of [1, 20])
    expectByIndex(await plansOf(() => breaks(page(number, sort), { is_closed: 'no' })));
  // Nearly all are closed, so that counting them may pass some that are not.
  for (const number of [1, 500])
    expectBounded(await plansOf(() => breaks(page(number, sort), { is_closed: 'yes' })), 'closed');
  // Filters look at open breaks alone.
  filled.watch.taken();
  const { meta } = await breaks(page(1, sort), { kind: 'under' });
  expect(meta.total).toBe((MANY * OPEN) / 10 / OPEN / 3);
  expectBounded(filled.watch.taken(), 'kind');
  for (const q of ['R7919', 'trx-a1', '1.00']) {
    await breaks(page(1, sort), { q, is_closed: 'yes' });
    expectBounded(filled.watch.taken(), q);
  }
});

test.each(eachWay(['row']))('lines of a file by $sortBy $sortType', async (sort) => {
  const { db } = filled.app;
  for (const number of [1, 500]) expectByIndex(await plansOf(() => listLines(db, 1, page(number, sort), {})));
  expectByIndex(await plansOf(() => listLines(db, 1, page(1, sort), { is_matched: 'no' })));
});

test('the sums above the list are read from what is kept, however many breaks are open', async () => {
  const plans = await plansOf(() => sumAll(filled.app.db, ['2026-06-14', '2026-06-10']));
  const read = new Set(plans.flat().flatMap((node) => node['Relation Name'] ?? []));
  expect([...read].toSorted()).toEqual(['reconciliation_files', 'reconciliation_open_changes']);
});
