import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { LINK_STATUS } from '@daftar/contract/payment-links';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveCustomer } from '../../src/customers/merge.ts';
import { createCustomer, listCustomers } from '../../src/customers/service.ts';
import { countByStatus as invoicesByStatus, listInvoices } from '../../src/invoices/service.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { listOrders, countByStatus as ordersByStatus } from '../../src/orders/service.ts';
import { countByStatus as linksByStatus, listLinks } from '../../src/payment-links/service.ts';
import type { Mode } from '../../src/platform/context.ts';
import { inTransaction, type Tx } from '../../src/platform/db/connect.ts';
import { newReference } from '../../src/platform/references.ts';
import { listAll as listRefunds } from '../../src/refunds/service.ts';
import { listTransactions, countByStatus as transactionsByStatus } from '../../src/transactions/service.ts';
import { callerOf } from '../kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { insertTransaction } from '../kit/transactions.ts';

let daftar: TestServer;
let owner: Actor;
/** A payment that has refunds. */
let refunded: number;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const scope = { merchantId: owner.merchantId, mode: 'live' } as const;
  refunded = await insertTransaction(daftar.database.sql, scope, { createdAt: daftar.clock.now() });
});
afterAll(() => daftar.close());

const DAY = 86_400_000;
const PAGING = { page: 1, pageSize: 1, sortBy: 'id', sortType: 'asc' } as const;
let serial = 0;

/** What a step does to a list: adds a row of a status, or moves the first one of a status to another. */
const lists = {
  transactions: {
    adds: (tx: Tx, mode: Mode, status: number) =>
      insertTransaction(
        tx,
        { merchantId: owner.merchantId, mode },
        { status, refundedPiastres: status === 3 ? 10_000 : 0, createdAt: daftar.clock.now() },
      ),
    moves: (tx: Tx, mode: Mode, from: number, to: number) => tx`
      update transactions set status = ${to}, flags = '{late}',
             refunded_piastres = case ${to}::int when 3 then value_piastres else 0 end
       where id = (select id from transactions where merchant_id = ${owner.merchantId} and mode = ${mode}
                      and status = ${from} limit 1 for update skip locked)`,
    statuses: Object.values(TRANSACTION_STATUS),
    legal: [
      [0, 1],
      [0, 2],
      [0, 4],
      [0, 5],
      [1, 3],
      [2, 1],
      [3, 1],
      [5, 1],
    ],
  },
  payment_links: {
    adds: (tx: Tx, mode: Mode, status: number, isDue: boolean) => tx`
      insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total,
        value_piastres, payment_methods, due_at, status, created_by, created_at, updated_at)
      values (${owner.merchantId}, ${mode}, ${newReference('LNK')}, ${newReference('LNK')}, 'Some', 'EGP', 100, 100, 100,
              '{1}', ${dueAt(isDue)}, ${status}, ${owner.userId}, now(), now())`,
    moves: (tx: Tx, mode: Mode, from: number, to: number) => tx`
      update payment_links set status = ${to}
       where id = (select id from payment_links where merchant_id = ${owner.merchantId} and mode = ${mode}
                      and status = ${from} limit 1 for update skip locked)`,
    statuses: Object.values(LINK_STATUS),
    legal: [
      [2, 1],
      [2, 3],
    ],
  },
  invoices: {
    adds: (tx: Tx, mode: Mode, status: number, isDue: boolean) => tx`
      insert into invoices (merchant_id, mode, reference, invoice_name, currency, amount, total, value_piastres,
        payment_methods, due_at, status, customers_count, paid_count, customer_name, customer_email, customers_key,
        created_by, created_at, updated_at)
      values (${owner.merchantId}, ${mode}, ${newReference('INV')}, 'Some', 'EGP', 100, 100, 100, '{1}', ${dueAt(isDue)},
              ${status}, 1, ${status === 2 ? 1 : 0}, 'C', 'c@example.com', 'c', ${owner.userId}, now(), now())`,
    moves: (tx: Tx, mode: Mode, from: number, to: number) => tx`
      update invoices set status = ${to}, paid_count = case ${to}::int when 2 then 1 else 0 end
       where id = (select id from invoices where merchant_id = ${owner.merchantId} and mode = ${mode}
                      and status = ${from} limit 1 for update skip locked)`,
    statuses: Object.values(INVOICE_STATUS),
    legal: [
      [1, 2],
      [1, 3],
      [1, 4],
      [4, 2],
    ],
  },
  orders: {
    adds: (tx: Tx, mode: Mode, status: number) => tx`
      insert into orders (merchant_id, mode, reference, token, submission_key, status, payment, amount_piastres,
        customer_name, customer_email, customer_mobile, customer_address, language, stock, due_at, paid_at, created_at,
        updated_at)
      values (${owner.merchantId}, ${mode}, ${newReference('ORD')}, ${newReference('ORD')}, ${newReference('ORD')},
              ${status}, 'now', 100, 'S', 's@example.com', '01000000000', 'Cairo', 1,
              ${status === 2 ? 'taken' : 'released'}, now(), case ${status}::int when 2 then now() end, now(), now())`,
    moves: (tx: Tx, mode: Mode) => tx`
      update orders set status = 2, paid_at = now(), stock = 'taken'
       where id = (select id from orders where merchant_id = ${owner.merchantId} and mode = ${mode}
                      and status = 1 limit 1 for update skip locked)`,
    statuses: [1, 2],
    legal: [[1, 2]],
  },
  customers: {
    adds: (tx: Tx, mode: Mode) => {
      serial += 1;
      const form = {
        name: 'Some',
        email: `some${serial}@example.com`,
        mobile: `010${String(serial).padStart(8, '0')}`,
        nationalId: '',
        description: '',
      };
      return createCustomer({ ...daftar.app, db: tx }, callerOf(owner, mode), form);
    },
    moves: async (tx: Tx, mode: Mode, from: number, to: number) => {
      const [row] = await tx<{ id: number }[]>`
        select id from customers where merchant_id = ${owner.merchantId} and mode = ${mode} and state = ${from}
         limit 1 for update skip locked`;
      if (row) await archiveCustomer({ ...daftar.app, db: tx }, callerOf(owner, mode), row.id, to === 1);
    },
    statuses: [0],
    legal: [
      [0, 1],
      [1, 0],
    ],
  },
  refunds: {
    adds: (tx: Tx, mode: Mode) => tx`
      insert into refunds (merchant_id, mode, transaction_id, amount_piastres, refund_key, processor, order_id, created_at)
      values (${owner.merchantId}, ${mode}, ${refunded}, 1, ${newReference('CHB')}, 'sandbox', 'order', now())`,
    moves: (tx: Tx, mode: Mode) => tx`
      update refunds set state = 'failed', finished_at = now()
       where id = (select id from refunds where merchant_id = ${owner.merchantId} and mode = ${mode}
                      and state = 'pending' limit 1 for update skip locked)`,
    statuses: [0],
    legal: [[0, 1]],
  },
};

const dueAt = (isDue: boolean) => new Date(daftar.clock.now().getTime() + (isDue ? -DAY : DAY));

type ListName = keyof typeof lists;
type Step = { adds: number; isDue: boolean } | { moves: readonly number[] };

/** What one transaction does to one list, and how it ends. */
const work = fc.constantFrom(...(Object.keys(lists) as ListName[])).chain((list) => {
  const adds: fc.Arbitrary<Step> = fc.record({
    adds: fc.constantFrom(...lists[list].statuses),
    isDue: fc.boolean(),
  });
  const moves: fc.Arbitrary<Step> = fc.record({ moves: fc.constantFrom(...lists[list].legal) });
  return fc.record({
    list: fc.constant(list),
    mode: fc.constantFrom<Mode>('live', 'test'),
    steps: fc.array(fc.oneof(adds, moves), { minLength: 1, maxLength: 8 }),
    isTakenBack: fc.boolean(),
  });
});
type Work = typeof work extends fc.Arbitrary<infer One> ? One : never;

class TakenBack extends Error {}

async function run({ list, mode, steps, isTakenBack }: Work): Promise<void> {
  const { adds, moves } = lists[list];
  await inTransaction(daftar.app.pool, async (tx) => {
    for (const one of steps) {
      if ('adds' in one) await adds(tx, mode, one.adds, one.isDue);
      else await moves(tx, mode, one.moves[0]!, one.moves[1]!);
    }
    if (isTakenBack) throw new TakenBack();
  }).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
}

/** The number of rows of each status, counted one by one, without those that are zero. */
async function counted(list: ListName, mode: Mode): Promise<Record<string, number>> {
  const { sql } = daftar.database;
  const now = daftar.clock.now();
  const status = {
    transactions: sql`status`,
    payment_links: sql`link_status(status, due_at, ${now})`,
    invoices: sql`invoice_status(status, due_at, ${now})`,
    orders: sql`status`,
    customers: sql`state`,
    refunds: sql`0`,
  }[list];
  const rows = await sql<{ status: number; n: number }[]>`
    select ${status} as status, count(*)::int as n from ${sql(list)}
     where merchant_id = ${owner.merchantId} and mode = ${mode} group by 1`;
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** What the lists say of a status, or of all. */
async function listed(list: ListName, mode: Mode, status?: number): Promise<number> {
  const { app } = daftar;
  const caller = callerOf(owner, mode);
  const filters = status === undefined ? {} : { status };
  const { meta } = await {
    transactions: () => listTransactions(app, caller, PAGING, filters),
    payment_links: () => listLinks(app, caller, { paging: PAGING, filters }),
    invoices: () => listInvoices(app, caller, { paging: PAGING, filters }),
    orders: () => listOrders(app, caller, { paging: PAGING, filters } as never),
    customers: () => listCustomers(app, caller, { paging: PAGING, filters: { archived: status === 1 } }),
    refunds: () => listRefunds(app, caller, PAGING, {}),
  }[list]();
  return meta.total;
}

const KEPT = /^(list_totals|merchant_statistics_links|merchant_statistics_invoices|store_statistics)$/;

/** What `ledger:check` finds of kept totals. */
const differences = () =>
  inTransaction(daftar.app.pool, async (tx) =>
    (await Promise.all(moneyChecks.map((check) => check(tx)))).flat().filter(({ rule }) => KEPT.test(rule)),
  );

const sum = (numbers: readonly number[]) => numbers.reduce((sofar, one) => sofar + one, 0);

async function expectToAgree(): Promise<void> {
  const { app } = daftar;
  const tabs = {
    transactions: transactionsByStatus,
    payment_links: linksByStatus,
    invoices: invoicesByStatus,
    orders: ordersByStatus,
  };
  for (const mode of ['live', 'test'] as const) {
    for (const [list, count] of Object.entries(tabs)) {
      const shown = await count(app, callerOf(owner, mode));
      const there = await counted(list as ListName, mode);
      for (const { status, total } of shown)
        expect([list, status, total]).toEqual([list, status, there[status] ?? 0]);
    }
    for (const list of Object.keys(lists) as ListName[]) {
      const there = await counted(list, mode);
      for (const status of Object.keys(there).map(Number))
        expect([list, status, await listed(list, mode, status)]).toEqual([list, status, there[status]]);
      const all = list === 'customers' ? (there[0] ?? 0) : sum(Object.values(there));
      expect([list, await listed(list, mode)]).toEqual([list, all]);
    }
  }
  expect(await differences()).toEqual([]);
}

test('kept totals are those of the rows, whatever happens at once, is taken back, or is counted again meanwhile', async () => {
  const { sql } = daftar.database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(work, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (works, isCounted) => {
        await Promise.all([...works.map(run), ...(isCounted ? [sql`select count_lists()`] : [])]);
        await expectToAgree();
      },
    ),
    { numRuns: 12 },
  );
  // As many parts as were written at once, however often.
  const [most] = await sql`
    select max(n)::int as n from (select count(*) as n from list_totals group by merchant_id, mode, list, status) x`;
  expect(most!.n).toBeLessThanOrEqual(8);
});

test('whoever changes a list waits for nobody else’s total', async () => {
  const { adds } = lists.transactions;
  // One that brought no money has no other figures.
  const { expired } = TRANSACTION_STATUS;
  await inTransaction(daftar.app.pool, async (held) => {
    await adds(held, 'live', expired);
    await inTransaction(daftar.app.pool, async (tx) => {
      await tx`set local lock_timeout = '1s'`;
      await adds(tx, 'live', expired);
    });
  });
  await expectToAgree();
});

test('a total that is wrong is found, and right again once the lists are counted', async () => {
  const { sql } = daftar.database;
  await sql`update list_totals set rows = rows + 1 where (list, status) in (('transactions', 1), ('refunds', 0))`;
  await sql`update merchant_statistics set expired_invoices = expired_invoices + 1`;
  await sql`update store_statistics set paid_orders = paid_orders + 1`;
  expect(new Set((await differences()).map(({ rule }) => rule))).toEqual(
    new Set(['list_totals', 'merchant_statistics_invoices', 'store_statistics']),
  );
  await sql`select count_lists()`;
  await expectToAgree();
});
