import { expect, test } from 'vitest';
import { mayDeactivate } from './rules.ts';

test('only an active link can be deactivated', () => {
  expect([1, 2, 3].filter(mayDeactivate)).toEqual([2]);
});
