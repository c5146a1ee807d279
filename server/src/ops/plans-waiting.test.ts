/** Lists of the console of which few rows wait among very many that are settled: their searches read those few, or go by index. */
import { OPERATOR_PERMISSIONS } from '@daftar/contract/ops-roles';
import { describe, expect, test } from 'vitest';
import { eachWay, expectBounded, filledWith, MANY } from '../../tests/kit/by-index.ts';
import { anAccount } from '../../tests/kit/ledger.ts';
import { requests } from '../ops-approvals/read.ts';
import type { Operator } from '../platform/context.ts';
import { fileList } from '../reconciliation/service.ts';
import { rules } from '../risk/service.ts';
import { refunds } from './cross-merchant/refunds.ts';
import { discrepancies } from './discrepancies/service.ts';
import { countRows } from './list-counts/service.ts';
import { failedJobs } from './platform/lists.ts';
import { notifications, waitingRefunds } from './processors/service.ts';

const TABLES = [
  'transactions',
  'discrepancies',
  'refunds',
  'processor_notifications',
  'operator_approvals',
  'reconciliation_files',
  'risk_rules',
];
/** One of so many waits. */
const RARE = 500;

const filled = filledWith(TABLES, async (tx, { merchantId, userId }, now) => {
  const account = await anAccount(tx);
  const moment = tx`${now}::timestamptz - n * interval '1 minute'`;
  const each = tx`generate_series(1, ${MANY}::int) n`;
  const waits = tx`n % ${RARE}::int = 0`;
  await tx`
    insert into discrepancies (merchant_id, mode, transaction_id, attempt_id, account_id, kind, said, amount_piastres, found_at,
                               ending, ended_at, ended_by, reason)
    select ${merchantId}, 'live', n, n, ${account}, 'refund-unnamed', 'R' || n, 100 * n, ${moment},
           case when not ${waits} then 'stands' end, case when not ${waits} then ${now}::timestamptz end,
           case when not ${waits} then 'somebody' end, case when ${waits} then '' else 'known' end from ${each}`;
  await tx`
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id, created_at,
                         finished_at, processor_account_id, processor_refund_id, for_operator, payer_key, payment_method)
    select ${merchantId}, 'live', n, 100 * n, case when ${waits} then 'pending' else 'succeeded' end, 'RFD-' || n, 'mpgs', 'O' || n,
           ${moment}, case when not ${waits} then ${moment} end, ${account}, 'G' || lpad(n::text, 11, '0'),
           case when ${waits} then 'ambiguous' end, 'payer ' || md5(n::text), 1 from ${each}`;
  await tx`
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, payment_method, status, currency,
      subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, created_at, updated_at)
    select ${merchantId}, 'live', 'TRX-' || lpad(n::text, 8, '0'), 'payment-link', 1, 1, 1, 'EGP', 10000, 10000, 10000, 10000, 656,
           9344, ${moment}, ${moment} from ${each}`;
  await tx`
    insert into processor_notifications (account_id, sender_id, state, method, query, headers, body, received_at, paid_merchant_id,
                                         paid_transaction_id)
    select case when n % 2 = 0 then ${account} else 0 end, 'evt-' || n,
           case when ${waits} then 'failed' else 'processed' end, 'POST', '[]', '{}', repeat('x', 200),
           ${now}::timestamptz - (${MANY}::int - n) * interval '1 minute', t.merchant_id, t.id
      from ${each} left join transactions t on t.merchant_id = ${merchantId} and t.reference = 'TRX-' || lpad(n::text, 8, '0')`;
  await tx`
    insert into risk_rules (name, mode, condition, amount_piastres, outcome, created_by, created_at, updated_at)
    select 'Rule ' || md5(n::text), 'live', 'amount', 100 * n, 'review', 'somebody@example.com', ${moment}, ${moment}
      from generate_series(1, 5000) n`;
  await tx`
    insert into operator_approvals (kind, subject, name, facts, change, reason, is_single, state, asked_by, asked_at, expires_at,
                                    decided_in_shell, decided_at)
    select 'rates', 'merchant:' || n, 'Shop ' || md5(n::text), '[]', '{}', 'Agreed', false,
           case when ${waits} then 'waiting' else 'approved' end, ${userId}, ${moment}, ${moment} + interval '7 days',
           case when not ${waits} then 'mona' end, case when not ${waits} then ${moment} end
      from generate_series(1, 5000) n`;
  await tx`
    insert into reconciliation_files (profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres,
                                      fee_piastres, net_piastres, actor, created_at)
    select 1, ${account}, 'file-' || n || '.csv', sha256(n::text::bytea), 10, 9, 1000, 10, 100 * n, 'somebody', ${moment}
      from generate_series(1, 5000) n`;
});

const operator = { locale: 'en', reads: new Set(OPERATOR_PERMISSIONS) } as unknown as Operator;
/** The beginning of more payments than are looked at, and how lists that look them up answer it. */
const MANY_FIT = 'TRX-000';
const TYPE_MORE = { status: 422, fields: { q: [{ key: 'TypeMore' }] } };
const typed = [
  'evt-77',
  'evt',
  'TRX-00000077',
  'TRX-0000007',
  MANY_FIT,
  'TRX-7K3M9Q2D',
  'RFD-500',
  'G00000000500',
  '500',
  '1,234',
  'abc',
  '77',
  '...',
  'ab',
];

const lists = [
  { name: 'discrepancies', namesPayments: true, list: discrepancies, sorts: ['created_at'] },
  { name: 'refunds to decide', namesPayments: true, list: waitingRefunds, sorts: ['created_at', 'amount'] },
  { name: 'notifications of processors', namesPayments: true, list: notifications, sorts: ['created_at'] },
  { name: 'failed jobs', namesPayments: false, list: failedJobs, sorts: ['created_at', 'task', 'attempts'] },
  { name: 'approvals', namesPayments: false, list: requests, sorts: ['waiting', 'created_at', 'kind'] },
  { name: 'settlement files', namesPayments: true, list: fileList, sorts: ['created_at', 'net', 'name'] },
  { name: 'risk rules', namesPayments: false, list: rules, sorts: ['created_at', 'name'] },
  { name: 'refunds', namesPayments: true, list: refunds, sorts: ['created_at', 'amount'] },
];

describe.each(lists)('$name', ({ namesPayments, list, sorts }) => {
  test.each(eachWay(sorts))(
    'are found by any text, by $sortBy $sortType, without reading all rows',
    async (sort) => {
      const page = { page: 1, pageSize: 10, ...sort } as never;
      for (const filters of [{}, ...typed.map((q) => ({ q }))] as { q?: string }[]) {
        filled.watch.taken();
        const read = list.page(filled.app, operator, page, filters as never);
        if (namesPayments && filters.q === MANY_FIT) await expect(read).rejects.toMatchObject(TYPE_MORE);
        else await read;
        expectBounded(filled.watch.taken(), JSON.stringify(filters));
      }
    },
  );
});

test('a notification is found by the id of its sender, by its state, and by its account', async () => {
  const page = { page: 1, pageSize: 10, sortBy: 'created_at', sortType: 'desc' } as const;
  for (const [filters, total] of [
    [{ q: 'evt-777' }, 11],
    [{ q: 'TRX-00000077' }, 1],
    [{ state: 'failed' as const }, MANY / RARE],
    [{ state: 'failed' as const, account_id: 0 }, 0],
  ] as const) {
    filled.watch.taken();
    const { meta } = await notifications.page(filled.app, operator, page, filters);
    expect(meta.total, JSON.stringify(filters)).toBe(total);
    expectBounded(filled.watch.taken(), JSON.stringify(filters));
  }
});

test('the tabs of approvals count them without reading others', async () => {
  filled.watch.taken();
  const counts = await countRows(filled.app, operator, { list: 'ops-approvals' });
  expectBounded(filled.watch.taken(), 'approvals');
  const found = counts.filter(({ total }) => total > 0).map(({ status, total }) => [status, total]);
  expect(Object.fromEntries(found)).toEqual({ ended: 10, approved: 4_990 });
});
