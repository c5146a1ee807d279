import { expect, test } from 'vitest';
import * as rules from './rules.ts';

test.each([
  [{ total: 19, failed: 19 }, 'operational'],
  [{ total: 1000, failed: 19 }, 'operational'],
  [{ total: 1000, failed: 20 }, 'degraded'],
  [{ total: 1000, failed: 100 }, 'partial'],
  [{ total: 20, failed: 10 }, 'outage'],
] as const)('of requests %o are %s; of few nothing is said', (counted, state) => {
  expect(rules.stateOfRequests(counted)).toBe(state);
});

test.each([
  [60, 'operational'],
  [75, 'degraded'],
  [90, 'partial'],
  [100, 'outage'],
] as const)('of a hundred payments of which half normally succeed, %i declined are %s', (failed, state) => {
  expect(rules.stateOfPayments({ total: 100, failed }, { total: 5000, failed: 2500 })).toBe(state);
});

test('without a normal, or with few payments, nothing is said of them', () => {
  expect(rules.stateOfPayments({ total: 100, failed: 100 }, { total: 0, failed: 0 })).toBe('operational');
  expect(rules.stateOfPayments({ total: 100, failed: 100 }, { total: 50, failed: 50 })).toBe('operational');
  expect(rules.stateOfPayments({ total: 19, failed: 19 }, { total: 5000, failed: 10 })).toBe('operational');
});

test('a day is coloured by what lasted five minutes, and a partial outage counts as half an outage', () => {
  const day = { operational: 1400, degraded: 0, partial: 0, outage: 0 };
  expect(rules.stateOfDay(undefined)).toBeNull();
  expect(rules.stateOfDay({ ...day, outage: 4 })).toBe('operational');
  expect(rules.stateOfDay({ ...day, outage: 3, partial: 2 })).toBe('partial');
  expect(rules.stateOfDay({ ...day, outage: 5 })).toBe('outage');
  expect(rules.uptimeOf([])).toBeNull();
  expect(rules.uptimeOf([{ operational: 80, degraded: 10, partial: 6, outage: 4 }])).toBe(0.93);
});
