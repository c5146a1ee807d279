import { beforeEach, describe, expect, test } from 'vitest';
import { Recent } from './recent.ts';

let now: number;
let recent: Recent<string>;
beforeEach(() => {
  now = 1_000;
  recent = new Recent(() => now);
});

describe('recent news', () => {
  test('reach back to when listening began, and at most a quarter of a minute', () => {
    expect(recent.read()).toEqual({ milliseconds: 0, news: [] });
    recent.begin();
    recent.add('first');
    now += 14_000;
    recent.add('second');
    expect(recent.read()).toEqual({ milliseconds: 14_000, news: ['first', 'second'] });
    now += 1_000;
    expect(recent.read()).toEqual({ milliseconds: 15_000, news: ['first', 'second'] });
    now += 1;
    expect(recent.read()).toEqual({ milliseconds: 15_000, news: ['second'] });
  });

  test('reach back to no time before a gap', () => {
    recent.begin();
    recent.add('before');
    now += 60_000;
    recent.add('just before');
    recent.begin();
    now += 20;
    expect(recent.read()).toEqual({ milliseconds: 20, news: [] });
  });
});
