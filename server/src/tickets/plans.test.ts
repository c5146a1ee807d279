import { TICKET_SORTS } from '@daftar/contract/tickets';
import { describe, expect, test } from 'vitest';
import {
  eachWay,
  expectBounded,
  expectByIndex,
  filledWith,
  ownersOf,
  underBothPlans,
} from '../../tests/kit/by-index.ts';
import { listTickets as listQueue, readFigures } from '../ops/tickets/service.ts';
import { rowsRead } from '../platform/testing/plans.ts';
import { find } from '../search/service.ts';
import { listTickets, readReplies, readTicket } from './service.ts';

const filled = filledWith(['tickets'], async (tx, { merchantId, userId }, now) => {
  await tx`
    with ${ownersOf(tx, merchantId, now)}
    insert into tickets (merchant_id, mode, reference, type, status, about, about_kind, about_id, excerpt, created_by,
                         created_at, messages_count, last_message_at, waiting_since, first_response_at, closed_at)
    select merchant_id, 'live', 'TKT-' || upper(substr(md5(n || 'k' || merchant_id), 1, 10)), 1 + n % 4,
           greatest(1, 3 - n % 40), 'TRX-' || upper(substr(md5(n || 't' || merchant_id), 1, 8)), 'transaction', n,
           'Message ' || md5(n || 'm'), ${userId}, moment, 2, moment + interval '1 hour',
           case when n % 40 = 7 then moment end, moment + interval '1 hour',
           case when n % 40 = 0 then moment + interval '1 day' end
      from owners`;
});

const page = (number: number, sort: { sortBy: string; sortType: string }) =>
  ({ page: number, pageSize: 10, ...sort }) as never;

describe('a merchant’s list', () => {
  test.each(eachWay(TICKET_SORTS))('a page by $sortBy $sortType is read by index alone', async (sort) => {
    for (const number of [1, 500]) {
      expectByIndex(
        await underBothPlans(filled.watch, () =>
          listTickets(filled.app, filled.caller, page(number, sort), {}),
        ),
      );
    }
  });

  test.each([
    { ticket_number: 'tkt-a' },
    { status: 3 },
    { status: 1 },
    { ticket_type: 2 },
    { creation: '2026-06-14' },
    { status: 3, ticket_type: 1, creation: '2026-06-14' },
  ])('matches of %j are found without reading other rows, by any column', async (filter) => {
    for (const sort of eachWay(TICKET_SORTS)) {
      filled.watch.taken();
      await listTickets(filled.app, filled.caller, page(1, sort), filter);
      expectBounded(filled.watch.taken(), `${sort.sortBy} ${sort.sortType}`);
    }
  });

  test('one ticket and its thread are read without other rows', async () => {
    const [one] = await filled.daftar.database.sql<{ id: number }[]>`
      select id from tickets where merchant_id = ${filled.caller.merchantId} limit 1`;
    const plans = await underBothPlans(filled.watch, async () => {
      await readTicket(filled.app, filled.caller, one!.id);
      await readReplies(filled.app, filled.caller, one!.id);
    });
    for (const node of plans.flat()) expect(rowsRead(node), node['Node Type']).toBeLessThanOrEqual(500);
  });
});

test.each(['TKT-AB', 'trx-abcdef01', 'message', '0f3', 'nobody wrote this'])(
  'the search for %j reads few of its rows',
  async (typed) => {
    filled.watch.taken();
    await find(filled.app, { ...filled.caller, permissions: new Set(['view-ticket']) }, typed);
    const nodes = filled.watch.taken().flat();
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) expect(rowsRead(node), node['Index Name'] ?? '').toBeLessThanOrEqual(3_000);
  },
);

describe('the provider’s queue', () => {
  test.each(eachWay(['waiting_since', 'created_at']))(
    'a page by $sortBy $sortType reads no more than itself and the rows that are counted',
    async (sort) => {
      for (const number of [1, 500]) {
        filled.watch.taken();
        // More often than PostgreSQL plans anew before it thinks of keeping a plan.
        for (let times = 0; times < 8; times += 1) await listQueue(filled.app, page(number, sort), {});
        expectBounded(filled.watch.taken(), `page ${number}`);
      }
    },
  );

  test.each([
    { ticket_number: 'tkt-a' },
    { status: 1 },
    { mode: 'live' as const },
    { merchant_id: 900_007 },
    { date_from: '2026-06-14', date_to: '2026-06-14' },
  ])('matches of %j are found without reading other rows', async (filter) => {
    for (const sort of eachWay(['waiting_since', 'created_at'])) {
      filled.watch.taken();
      await listQueue(filled.app, page(1, sort), filter);
      expectBounded(filled.watch.taken(), `${sort.sortBy} ${sort.sortType}`);
    }
  });

  test('tickets waiting for an answer come first, longest waiting first', async () => {
    const { rows } = await listQueue(filled.app, page(1, { sortBy: 'waiting_since', sortType: 'asc' }), {});
    const since = rows.map(({ waiting_since }) => waiting_since);
    expect(since).not.toContain(null);
    expect(since).toEqual(since.toSorted());
    expect((await readFigures(filled.app)).waiting).toBeGreaterThan(1_000);
  });
});
