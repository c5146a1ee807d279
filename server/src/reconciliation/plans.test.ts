/** The lists of reconciliation: by index alone, however many lines and closed breaks there are. */
import { expect, test } from 'vitest';
import { eachWay, expectBounded, expectByIndex, filledWith } from '../../tests/kit/by-index.ts';
import { anAccount } from '../../tests/kit/ledger.ts';
import type { Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { breakList } from './breaks.ts';
import { lineList } from './line-list.ts';
import { fileList } from './service.ts';
import { bankLineList, batchList, statementList } from './statements/service.ts';
import { sumAll } from './store-breaks.ts';

const TABLES = [
  'bank_lines',
  'bank_statement_files',
  'reconciliation_files',
  'reconciliation_batches',
  'reconciliation_lines',
  'reconciliation_breaks',
];
/** Half of the lines, in numbers that kinds, days and files divide. */
const MANY = 24_000;
/** One of this many breaks is still open. */
const OPEN = 100;

const filled = filledWith(TABLES, async (tx: Tx, _, now) => {
  const account = await anAccount(tx);
  await tx`
    insert into reconciliation_files (id, profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres,
                                      fee_piastres, net_piastres, actor, created_at)
    overriding system value
    select n, 1, ${account}, 'day-' || n, sha256(n::text::bytea), 1, 0, 0, 0, n, 'somebody', ${now}::timestamptz - n * interval '1 day'
      from generate_series(1, 300) n`;
  // All but one of a hundred batches are booked.
  await tx`
    insert into reconciliation_batches (file_id, name, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on,
      booked_at, booked_by, bank_reference, received_on, received_piastres)
    select 1 + n % 300, 'BATCH-' || n, 'EGP', 1, n, 0, n, ${now}::date - n % 90, booked.at, booked.by, booked.by, booked.at::date,
           booked.net
      from generate_series(1, ${2 * MANY}::int) n
      left join lateral (select ${now}::timestamptz as at, 'somebody' as by, n as net where n % ${OPEN}::int <> 7) booked on true`;
  // One file of many lines, one of as many, and many of few.
  await tx`
    insert into reconciliation_lines (file_id, line_no, batch_id, processor_account_id, kind, currency, gross_piastres,
      fee_piastres, vat_piastres, net_piastres, our_ref, processor_ref, rrn, occurred_on, item, merchant_id, item_id, item_key,
      rule)
    select case when n % 10 = 0 then 3 + n / 10 % 298 else 1 + n % 2 end, n, 1, ${account},
           case when n % 4000 = 1 then 'chargeback' when n % 25 = 1 then 'fee' else 'payment' end, 'EGP',
           case when n % 25 = 1 then 0 else n % 9973 * 100 end, case when n % 25 = 1 then n % 997 else 2 end, 0,
           case when n % 25 = 1 then -(n % 997) else n % 9973 * 100 - 2 end, 'O' || md5(n::text), 'P' || md5('p' || n),
           (600000000000 + n)::text, ${now}::date - n / 500, case when n % 50 > 1 then 'payment' end,
           case when n % 50 > 1 then 1 end, case when n % 50 > 1 then n end, case when n % 50 > 1 then '' end,
           case when n % 50 > 1 then 'id' end
      from generate_series(1, ${2 * MANY}::int) n order by 1, 2`;
  await tx`
    insert into bank_statement_files (id, bank_account_id, name, sha256, format, first_day, last_day, opening_piastres,
      closing_piastres, lines, covered_first_day, covered_last_day, covered_opening_piastres, covered_closing_piastres, actor,
      created_at)
    overriding system value
    select n, 1, 'june-' || n, sha256(n::text::bytea), 'mt940', ${now}::date, ${now}::date, 0, n, 1, ${now}::date, ${now}::date, 0, n,
           'somebody', ${now}::timestamptz - n * interval '1 day' from generate_series(1, 300) n`;
  await tx`
    insert into bank_lines (file_id, bank_account_id, line_no, booked_on, value_on, amount_piastres, is_reversal,
      bank_reference, own_reference, detail, transfer_ids, fingerprint, nth, counted_on)
    select 1 + n / ${MANY}::int, 1, n, ${now}::date - n / 500, ${now}::date, n, false, 'B' || n, '', 'Payment of shop ' || n, '{}',
           sha256(n::text::bytea), 1, ${now}::date from generate_series(1, ${MANY}::int * 3 / 2) n`;
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

const lines = (paging: never, filters: Omit<Parameters<typeof lineList.page>[3], 'file_id'>) =>
  lineList.page(filled.app, operator, paging, { file_id: 2, ...filters });

test.each(eachWay(['row', 'gross', 'occurred_on']))('lines of a file by $sortBy $sortType', async (sort) => {
  for (const number of [1, 500]) expectByIndex(await plansOf(() => lines(page(number, sort), {})));
  expectBounded(await plansOf(() => lines(page(1, sort), { is_matched: 'no' })), 'not matched');
  for (const [filters, total] of [
    [{ q: 'P' }, 10_000],
    [{ q: '6000000' }, 10_000],
    [{ q: '600000012345' }, 1],
    [{ q: 'TRX-7K3M9Q2D' }, 0],
    [{ q: '2372' }, 2],
    [{ q: '9.66' }, 1],
    [{ kind: 'chargeback' }, 12],
    [{ kind: 'payment' }, 10_000],
    [{ kind: 'fee', is_matched: 'no' }, 948],
    [{ date_from: '2026-06-10', date_to: '2026-06-11' }, 500],
    [{ is_matched: 'yes' }, 10_000],
  ] as const) {
    filled.watch.taken();
    const { meta } = await lines(page(1, sort), filters);
    const about = `${JSON.stringify(filters)} by ${sort.sortBy} ${sort.sortType}`;
    expect(meta.total, about).toBe(total);
    expectBounded(filled.watch.taken(), about);
  }
});

test.each(eachWay(['id', 'booked_on', 'amount']))(
  'lines of a statement by $sortBy $sortType',
  async (sort) => {
    const read = (number: number, filters: object) =>
      bankLineList.page(filled.app, operator, page(number, sort), { file_id: 1, ...filters });
    for (const number of [1, 500]) expectByIndex(await plansOf(() => read(number, {})));
    expectBounded(await plansOf(() => read(1, { date_to: '2026-06-10' })), 'days');
    filled.watch.taken();
    expect((await read(1, { q: 'B1234' })).meta.total).toBe(11);
    // A text is looked for in every line of the statement, and in none of another.
    expectBounded(filled.watch.taken(), 'text', MANY);
  },
);

test.each(eachWay(['received', 'value_on', 'net', 'name']))(
  'batches to book by $sortBy $sortType, however many are booked',
  async (sort) => {
    for (const [filters, total] of [
      [{}, (2 * MANY) / OPEN],
      [{ q: 'batch-4707' }, 1],
      [{ q: '47.07' }, 1],
      [{ date_to: '2026-06-01' }, 426],
      [{ is_received: 'yes' }, 0],
    ] as const) {
      filled.watch.taken();
      const { meta } = await batchList.page(filled.app, operator, page(1, sort), filters);
      expect(meta.total, JSON.stringify(filters)).toBe(total);
      expectBounded(filled.watch.taken(), JSON.stringify(filters));
    }
  },
);

test('a statement is found by a reference of one of its lines, by index', async () => {
  filled.watch.taken();
  const newest = page(1, { sortBy: 'created_at', sortType: 'desc' });
  const { rows } = await statementList.page(filled.app, operator, newest, { q: `B${MANY + 7}` });
  expect(rows.map(({ id }) => id)).toEqual([2]);
  for (const node of filled.watch.taken().flat())
    if (node['Relation Name'] === 'bank_lines') expect(node['Node Type']).not.toBe('Seq Scan');
});

test('a file is found by a reference of one of its lines, without reading the others', async () => {
  for (const q of ['600000012345', `P${'a'.repeat(32)}`, 'TRX-7K3M9Q2D']) {
    filled.watch.taken();
    const { rows } = await fileList.page(
      filled.app,
      operator,
      page(1, { sortBy: 'created_at', sortType: 'desc' }),
      { q },
    );
    expect(rows.map(({ id }) => id)).toEqual(q === '600000012345' ? [2] : []);
    for (const node of filled.watch.taken().flat())
      if (node['Relation Name'] === 'reconciliation_lines') expect(node['Node Type']).not.toBe('Seq Scan');
  }
});

test('the sums above the list are read from what is kept, however many breaks are open', async () => {
  const plans = await plansOf(() => sumAll(filled.app.db, ['2026-06-14', '2026-06-10']));
  const read = new Set(plans.flat().flatMap((node) => node['Relation Name'] ?? []));
  expect([...read].toSorted()).toEqual(['reconciliation_files', 'reconciliation_open_changes']);
});
