// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { Link } from '../../ui/link.tsx';
import { withSearch } from '../../ui/path.ts';
import { approvalsPath } from '../paths/approvals.ts';
import { dashboardPath } from '../paths/dashboard.ts';
import { newInvoicePath } from '../paths/invoices.ts';
import { screens } from './screens.ts';

describe('paths of the portal', () => {
  test('each belongs to a screen', () => {
    // Those before sign-in and the error pages are routes of their own; the server's are checked by its tests.
    const files = import.meta.glob<Record<string, unknown>>(
      ['../paths/*.ts', '!../paths/{auth,errors,from-server}.ts'],
      { eager: true },
    );
    const paths = Object.values(files)
      .flatMap((file) => Object.values(file))
      .map((path) => (typeof path === 'function' ? path('$id') : path))
      .filter((path) => typeof path === 'string')
      .map((path) => path.split('?')[0]);
    expect(paths.length).toBeGreaterThan(25);
    expect([...new Set(paths)].sort()).toEqual(screens.map(({ path }) => String(path)).sort());
  });

  test('no two screens have the same shortcut, and each is one letter', () => {
    const letters = screens.flatMap(({ nav }) => nav?.shortcut ?? []);
    expect(letters.length).toBeGreaterThan(10);
    expect(letters.filter((letter) => !/^[a-z]$/.test(letter))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });

  test('a wrong address or search parameter does not compile', () => {
    const wrong = [
      // @ts-expect-error: text is no path.
      <Link key="text" to="/approvals" />,
      // @ts-expect-error: no such filter.
      withSearch(approvalsPath, { stat: 'waiting' }),
      // @ts-expect-error: no such state.
      withSearch(approvalsPath, { state: 'waitng' }),
      // @ts-expect-error: an id is a number.
      withSearch(newInvoicePath, { customerId: 'Mona' }),
      // @ts-expect-error: it reads no parameters.
      withSearch(dashboardPath, { state: 'waiting' }),
    ];
    expect(wrong).toHaveLength(5);
  });
});
