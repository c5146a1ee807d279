// @vitest-environment happy-dom
import i18next from 'i18next';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import chart from '../locales/en/chart.json' with { type: 'json' };
import type { Bar } from './chart-bar.ts';
import { definePath } from './define-path.ts';
import { withSearch } from './path.ts';
import { key, press, renderAt, until } from './testing/render.tsx';
import { TimeChart } from './time-chart.tsx';

const listPath = definePath<{ day?: string }>('/list');
const BARS: Bar[] = ['1', '2', '3'].map((day, at) => ({
  key: day,
  name: `${day} June`,
  tick: day,
  value: 100 * at,
  text: `${100 * at} EGP`,
  before: at === 0 ? null : { name: `${day} May`, value: 50, text: '50 EGP', difference: `${100 * at - 50}` },
  to: withSearch(listPath, { day }),
}));
const sales = <TimeChart label="Sales" unit="EGP" tickOf={String} bars={BARS} />;

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('ol a')];
const focused = () => links().indexOf(document.activeElement as HTMLAnchorElement);
const stops = () => links().flatMap(({ tabIndex }, at) => (tabIndex === 0 ? [at] : []));
const keys = async (...names: string[]) => {
  const at: number[] = [];
  for (const name of names) {
    await key(name);
    at.push(focused());
  }
  return at;
};
const drawn = () => until(() => expect(document.querySelector('.recharts-wrapper')).not.toBeNull());
const focusLast = () => act(async () => links().at(-1)!.focus());

/** What the browser tells of an element once it is near; this document has no layout. */
let comesNear = () => {};
let isNear = true;

beforeAll(() => {
  i18next.addResourceBundle('en', 'chart', chart);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: IntersectionObserverCallback) {
        comesNear = () => tell([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      observe() {
        if (isNear) comesNear();
      }
      disconnect() {}
    },
  );
});
afterAll(() => vi.unstubAllGlobals());
afterEach(() => i18next.changeLanguage('en'));

describe('a chart over time', () => {
  test('is drawn when it is about to be seen, not before', async () => {
    isNear = false;
    await renderAt('/', sales);
    await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(links()).toHaveLength(3);
    expect(document.querySelector('.recharts-wrapper')).toBeNull();
    isNear = true;
    await act(async () => comesNear());
    await drawn();
  });

  test('is a list of links that say what each bar is of, before the library has come and after', async () => {
    const { path, search } = await renderAt('/', sales);
    const named = [
      '1 June: 0 EGP',
      '2 June: 100 EGP. Period before: 50 EGP. Difference: 50',
      '3 June: 200 EGP. Period before: 50 EGP. Difference: 150',
    ];
    const names = () => links().map((link) => link.getAttribute('aria-label'));
    expect(document.querySelector('svg')).toBeNull();
    expect(names()).toEqual(named);
    await drawn();
    expect(names()).toEqual(named);
    expect(document.querySelector('.recharts-wrapper')!.closest('[inert]')).not.toBeNull();
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await press(links()[1]!);
    expect([path(), search()]).toEqual(['/list', { day: '2' }]);
  });

  test('has one stop for the Tab key, and arrow keys that follow the bars in both directions of reading', async () => {
    await renderAt('/', sales);
    await drawn();
    expect(stops()).toEqual([2]);
    await focusLast();
    expect(await keys('ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowRight')).toEqual([
      1, 0, 0, 1, 2, 2,
    ]);
    expect(stops()).toEqual([2]);
    await act(async () => i18next.changeLanguage('ar'));
    expect(await keys('ArrowRight', 'ArrowLeft')).toEqual([1, 2]);
  });

  test('tells of the bar in focus its value, the one before and the difference, until Escape or leaving', async () => {
    await renderAt('/', sales);
    await drawn();
    const tip = () => document.querySelector('dl')?.textContent;
    expect(tip()).toBeUndefined();
    await focusLast();
    expect(tip()).toBe('This period200 EGP3 May50 EGPDifference150');
    await key('Escape');
    expect(tip()).toBeUndefined();
    await keys('Home');
    expect(tip()).toBe('This period0 EGP');
    await act(async () => links()[0]!.blur());
    expect(tip()).toBeUndefined();
  });
});
