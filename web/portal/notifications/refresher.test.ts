import { dashboard } from '@daftar/contract/dashboard';
import type { Endpoint } from '@daftar/contract/endpoint';
import { orders } from '@daftar/contract/orders';
import { transactions } from '@daftar/contract/transactions';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refresher } from './refresher.ts';

let now: number;
let hidden: boolean;
let planned: { at: number; act: () => unknown }[];
let asked: { at: number; what: Endpoint[] }[];
let refresher: Refresher;
beforeEach(() => {
  [now, hidden, planned, asked] = [0, false, [], []];
  refresher = new Refresher({
    now: () => now,
    later: (act, wait) => planned.push({ at: now + wait, act }),
    isHidden: () => hidden,
    refresh: (what) => asked.push({ at: now, what: [...what] }),
  });
});

/** Lets time pass, with everything that was planned for it. */
function pass(milliseconds: number): void {
  const until = now + milliseconds;
  for (;;) {
    const next = planned.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    planned.splice(planned.indexOf(next), 1);
    now = next.at;
    next.act();
  }
  now = until;
}

describe('queries that live events make stale', () => {
  test('are refetched at once, then in batches', () => {
    refresher.add([orders.list]);
    pass(100);
    refresher.add([orders.list]);
    refresher.add([transactions.list, orders.list]);
    pass(10_000);
    expect(asked).toEqual([
      { at: 0, what: [orders.list] },
      { at: 1_500, what: [orders.list, transactions.list] },
    ]);
  });

  test('are not refetched while the page is hidden, but as soon as it is visible', () => {
    refresher.add([orders.list]);
    hidden = true;
    pass(60_000);
    refresher.add([transactions.list]);
    pass(60_000);
    expect(asked).toEqual([]);
    hidden = false;
    refresher.plan();
    pass(0);
    expect(asked).toEqual([{ at: 120_000, what: [orders.list, transactions.list] }]);
  });

  test('include the statistics every ten seconds at most, and the others in between', () => {
    for (let second = 0; second < 30; second += 1) {
      refresher.add([transactions.list, dashboard.statistics]);
      pass(1_000);
    }
    const times = (endpoint: Endpoint) =>
      asked.filter(({ what }) => what.includes(endpoint)).map(({ at }) => at);
    expect(times(dashboard.statistics)).toEqual([0, 10_500, 21_000]);
    expect(times(transactions.list).length).toBeGreaterThan(10);
  });
});
