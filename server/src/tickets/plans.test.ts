import { TICKET_QUEUE_SORTS } from '@daftar/contract/ops-tickets';
import { TICKET_SORTS } from '@daftar/contract/tickets';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  eachWay,
  expectBounded,
  expectByIndex,
  filledWith,
  ownersOf,
  underBothPlans,
} from '../../tests/kit/by-index.ts';
import { rowsRead } from '../../tests/kit/platform/plans.ts';
import { countRows } from '../ops/list-counts/service.ts';
import { tickets as queue, readFigures } from '../ops/tickets/service.ts';
import type { Operator } from '../platform/context.ts';
import { find } from '../search/service.ts';
import { countByStatus, listTickets, readReplies, readTicket } from './service.ts';

const filled = filledWith(['tickets'], async (tx, { merchantId, userId }, now) => {
  const [assignee] = await tx<{ id: number }[]>`
    insert into operators (email, role, created_at) values ('assignee@operators.example', 'support', ${now}) returning id`;
  await tx`
    with ${ownersOf(tx, merchantId, now)}
    insert into tickets (merchant_id, mode, reference, type, status, about, about_kind, about_id, excerpt, created_by,
                         created_at, messages_count, last_message_at, waiting_since, first_response_at, closed_at,
                         answer_due_at, priority, assignee_id)
    select merchant_id, 'live', 'TKT-' || upper(substr(md5(n || 'k' || merchant_id), 1, 10)), 1 + n % 4,
           greatest(1, 3 - n % 40), 'TRX-' || upper(substr(md5(n || 't' || merchant_id), 1, 8)), 'transaction', n,
           'Message ' || md5(n || 'm'), ${userId}, moment, 2, moment + interval '1 hour',
           case when n % 40 = 7 then moment end, moment + interval '1 hour',
           case when n % 40 = 0 then moment + interval '1 day' end,
           case when n % 40 = 7 then moment + (n % 5 + 1) * interval '2 hours' end,
           (array['low', 'normal', 'normal', 'high', 'normal', 'normal', 'urgent'])[1 + n % 7],
           case when n % 3 = 0 then ${assignee!.id}::bigint end
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

  test('how many there are of each status, without reading others', async () => {
    filled.watch.taken();
    const counts = await countByStatus(filled.app, filled.caller);
    expectBounded(filled.watch.taken(), 'counts');
    const sort = { sortBy: 'created_at', sortType: 'asc' };
    for (const { status, total, more } of counts) {
      const { meta } = await listTickets(filled.app, filled.caller, page(1, sort), { status });
      expect({ total, more }).toEqual({ total: meta.total, more: meta.more ?? false });
    }
    expect(counts.map(({ more }) => more)).toContain(true);
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
  let reader: Operator;
  beforeAll(async () => {
    const [row] = await filled.daftar.database.sql<{ id: number }[]>`select id from operators`;
    reader = { operatorId: row!.id, locale: 'en' } as Operator;
  });

  test.each(eachWay(TICKET_QUEUE_SORTS))(
    'a page by $sortBy $sortType reads no more than itself and the rows that are counted',
    async (sort) => {
      for (const number of [1, 500]) {
        filled.watch.taken();
        // More runs than PostgreSQL plans individually before it considers a generic plan.
        for (let times = 0; times < 8; times += 1)
          await queue.page(filled.app, reader, page(number, sort), {});
        expectBounded(filled.watch.taken(), `page ${number}`);
      }
    },
  );

  test.each([
    { ticket_number: 'tkt-a' },
    { q: 'tkt-a' },
    { q: 'trx-a' },
    { q: 'zzzz' },
    { q: '77' },
    { q: '...' },
    { status: 1 },
    { mode: 'live' as const },
    { merchant_id: 900_007 },
    { date_from: '2026-06-14', date_to: '2026-06-14' },
    { assignee: 'me' as const },
    { assignee: 'nobody' as const },
    { overdue: 1 as const },
    { assignee: 'me' as const, overdue: 1 as const },
    { priority: 'urgent' as const },
    { priority: 'normal' as const },
  ])('matches of %j are found without reading other rows', async (filter) => {
    for (const sort of eachWay(TICKET_QUEUE_SORTS)) {
      filled.watch.taken();
      await queue.page(filled.app, reader, page(1, sort), filter);
      expectBounded(filled.watch.taken(), `${sort.sortBy} ${sort.sortType}`);
    }
  });

  test.each([
    {},
    { assignee: 'me' as const },
    { overdue: 1 as const },
    { assignee: 'me' as const, overdue: 1 as const },
  ])('the page of %j whose answers are due soonest is read by index alone', async (filter) => {
    filled.watch.taken();
    await queue.page(filled.app, reader, page(1, { sortBy: 'answer_due_at', sortType: 'asc' }), filter);
    expectByIndex([filled.watch.taken().flat()]);
  });

  test('those whose answers are due come first, soonest first', async () => {
    const { rows } = await queue.page(
      filled.app,
      reader,
      page(1, { sortBy: 'answer_due_at', sortType: 'asc' }),
      {},
    );
    const due = rows.map(({ answer_due_at }) => answer_due_at);
    expect(due).not.toContain(null);
    expect(due).toEqual(due.toSorted());
  });

  test('tickets waiting for an answer come first, longest waiting first', async () => {
    const sort = { sortBy: 'waiting_since', sortType: 'asc' };
    const { rows } = await queue.page(filled.app, reader, page(1, sort), {});
    const since = rows.map(({ waiting_since }) => waiting_since);
    expect(since).not.toContain(null);
    expect(since).toEqual(since.toSorted());
    expect((await readFigures(filled.app)).waiting).toBeGreaterThan(1_000);
  });

  test('the tabs count tickets by status without reading others', async () => {
    for (const filters of [{}, { merchant_id: filled.caller.merchantId }, { mode: 'test' as const }]) {
      filled.watch.taken();
      const who = { ...reader, reads: new Set(['ops:tickets'] as const) };
      const counts = await countRows(filled.app, who, { list: 'ops-tickets', ...filters });
      expectBounded(filled.watch.taken(), JSON.stringify(filters));
      const { meta } = await queue.page(
        filled.app,
        reader,
        page(1, { sortBy: 'created_at', sortType: 'asc' }),
        {
          ...filters,
          status: 2,
        },
      );
      expect(counts[1]).toEqual({ status: '2', total: meta.total, more: meta.more ?? false });
    }
  });
});
