/** A page of movements, and the balances around any period, cost the same however much a merchant has booked. */
import { BALANCE_ACCOUNTS } from '@daftar/contract/balance';
import { expect, test } from 'vitest';
import {
  BOUND,
  eachWay,
  filledWith,
  HALF,
  MANY,
  ownersOf,
  underBothPlans,
} from '../../tests/kit/by-index.ts';
import { rowsRead } from '../../tests/kit/platform/plans.ts';
import { ledgerList } from '../ops/ledger/service.ts';
import type { Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readMovements } from './service.ts';

const TABLES = ['ledger_transfers', 'ledger_postings', 'ledger_movements', 'ledger_days'];
const filled = filledWith(TABLES, (tx, { merchantId }, now) => insertRows(tx, merchantId, now));

/** Payments in both modes, refunds among them; one dispute, long ago. */
async function insertRows(tx: Tx, merchantId: number, now: Date): Promise<void> {
  await tx`
    with ${ownersOf(tx, merchantId, now, HALF)}
    insert into ledger_transfers (merchant_id, id, mode, kind, reference, idempotency_key, effective_at)
    overriding system value
    select merchant_id, ${MANY + 1}::int - n, case when n % 100 = 0 then 'test' else 'live' end::mode,
           case when n = ${MANY - 1}::int then 'chargeback_opened' when n % 40 = 1 then 'refund' else 'capture' end,
           'TRX-' || n, 'key:' || n, moment from owners`;
  await tx`
    insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
    select merchant_id, id, account::ledger_account_kind, 'EGP', 100, 100 * id from ledger_transfers,
           unnest(case when kind = 'chargeback_opened' then '{pending,chargeback}'::text[] else '{pending,clearing}' end) account`;
  await tx`
    insert into ledger_movements (merchant_id, mode, account, transfer_id, kind)
    select p.merchant_id, t.mode, p.account, p.transfer_id, t.kind
      from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where p.account <> 'clearing'`;
  await tx`
    insert into ledger_days (merchant_id, mode, day, first_transfer_id)
    select merchant_id, mode, (effective_at at time zone 'Africa/Cairo')::date, min(id)
      from ledger_transfers group by 1, 2, 3`;
}

/** A few rows per account and page, never in proportion to the number of bookings. */
const MOST = 40 * BALANCE_ACCOUNTS.length;

test('whatever the period, account, kind or mode, and wherever the page begins', async () => {
  const { app, caller, watch } = filled;
  const middle = { date_from: '2026-03-15', date_to: '2026-04-20' };
  for (const [about, asked] of Object.entries({
    everything: {},
    'a period': middle,
    'one day': { date_from: '2026-04-20', date_to: '2026-04-20' },
    'an account': { account: 'pending' as const },
    'an account that is hardly ever moved': { account: 'chargeback' as const },
    'an account that never was': { account: 'reserve' as const, ...middle },
    'a kind': { kind: 'refund' as const },
    'a kind that is rare': { kind: 'chargeback_opened' as const, account: 'pending' as const },
    'far back': { before: '200-pending' },
    forward: { after: '200-pending' },
  })) {
    for (const mode of ['live', 'test'] as const) {
      const plans = await underBothPlans(watch, () => readMovements(app, { ...caller, mode }, asked));
      expect(plans.length).toBeGreaterThan(0);
      for (const node of plans.flat())
        expect(rowsRead(node), `${about} ${mode}: ${node['Node Type']} ${node['Index Name']}`).toBeLessThan(
          MOST,
        );
    }
  }
});

test.each(eachWay(['id']))(
  'the console finds entries by reference, number and day, $sortType',
  async (sort) => {
    const { app, caller, watch } = filled;
    for (const [asked, total] of [
      [{ q: 'TRX-7K3M9Q2D' }, 0],
      [{ q: 'trx-12345' }, 1],
      [{ q: '2345' }, 1],
      [{ q: 'TRX-' }, BOUND - 1],
      [{ q: 'MAY' }, 0],
      [{ date_from: '2026-04-20', date_to: '2026-04-20' }, 204],
      [{ q: 'TRX-2001', date_to: '2026-04-20' }, 10],
    ] as const) {
      watch.taken();
      const filters = { ...asked, merchant_id: caller.merchantId };
      const paging = { page: 1, pageSize: 10, ...sort };
      const { meta } = await ledgerList.page(app, { locale: 'en' } as Operator, paging, filters);
      const about = `${JSON.stringify(asked)} ${sort.sortType}`;
      expect(meta.total, about).toBe(total);
      for (const node of watch.taken().flat())
        expect(rowsRead(node), `${about}: ${node['Node Type']} ${node['Index Name']}`).toBeLessThanOrEqual(
          BOUND,
        );
    }
  },
);
