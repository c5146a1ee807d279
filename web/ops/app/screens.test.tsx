// @vitest-environment node
import { OPS_APPROVAL_KINDS } from '@daftar/contract/ops-approvals';
import { describe, expect, test } from 'vitest';
import { Link } from '../../ui/link.tsx';
import { withSearch } from '../../ui/path.ts';
import { transactionsPath } from '../paths/transactions.ts';
import { NameLink } from '../shared/cells.tsx';
import { placeOf } from './place.ts';
import { screens } from './screens.ts';

describe('the place of a screen', () => {
  test('each screen that the menu does not list leads back to one that it lists, step by step', () => {
    const inner = screens.filter(({ icon }) => !icon);
    for (const { path } of inner) {
      const address = path.replace(/\$\w+/g, '7');
      const steps = [address];
      for (let at = placeOf(address).back; at; at = placeOf(at.to).back) steps.push(at.to);
      const last = screens.find((screen) => screen.path === steps.at(-1));
      expect(last?.icon, steps.join(' → ')).toBeDefined();
      expect(placeOf(address).menu).toBe(last?.path);
    }
    expect(inner.length).toBeGreaterThan(20);
  });

  test('a ledger leads back to its own merchant, and its title can be read there', () => {
    expect(placeOf('/ledger/41').back?.to).toBe('/merchants/41');
    for (const { under, title, catalogues = [] } of screens) {
      const [catalogue = ''] = screens.find(({ path }) => path === under)?.title.split(':') ?? ['ops'];
      expect(['ops', ...catalogues], title).toContain(catalogue);
    }
  });

  test('an address that is no screen is in no place', () => {
    expect(placeOf('/403')).toEqual({});
  });
});

describe('paths of the console', () => {
  test('each belongs to a screen', () => {
    // Sign-in, invitation and error page are routes of their own.
    const files = import.meta.glob<Record<string, unknown>>(['../paths/*.ts', '!../paths/app.ts'], {
      eager: true,
    });
    const paths = Object.values(files)
      .flatMap((file) => Object.values(file))
      .map((path) => {
        if (typeof path !== 'function') return path;
        return path.length === 2 ? path('$merchantId', '$id') : path('$id');
      });
    expect([...new Set(paths)].sort()).toEqual(screens.map(({ path }) => String(path)).sort());
  });

  test('references, and the names of merchants, are drawn by the components that link them', () => {
    const sources = import.meta.glob<string>('../**/*.tsx', {
      eager: true,
      query: '?raw',
      import: 'default',
    });
    const plain = Object.entries(sources)
      .filter(([path]) => !path.startsWith('../shared/'))
      .flatMap(([path, source]) =>
        source
          .split('\n')
          // A heading says what the page itself is about.
          .filter((line) => !/title=|headline:/.test(line))
          .flatMap((line) => line.match(/<bdi[^>]*>\{[\w?.]*\b(?:reference|merchant\??\.name)\}/g) ?? [])
          .map((found) => `${path}: ${found}`),
      );
    // A movement of suspense that belongs to no page; the processor's own number of a statement of costs.
    expect(plain).toEqual([
      '../reconciliation/suspense-page.tsx: <bdi>{reference}',
      '../transactions/components/acquirer-costs.tsx: <bdi>{cost.reference}',
    ]);
    expect(Object.keys(sources).length).toBeGreaterThan(100);
  });

  test('what waits for a second operator is not asked for again, whatever its kind', () => {
    const sources = Object.values(
      import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' }),
    ).join('\n');
    const kinds = Object.keys(OPS_APPROVAL_KINDS).filter(
      (kind) =>
        !sources.includes(`<UnlessWaits kind="${kind}"`) && !sources.includes(`useUnlessWaits('${kind}')`),
    );
    // A bank's file says itself that it waits, and so do batches; corrections may be several; answers come from a bank.
    expect(kinds).toEqual(['correction', 'bank-file', 'bank-return', 'batch-reversal']);
  });

  test('a wrong address or search parameter does not compile', () => {
    const wrong = [
      // @ts-expect-error: text is no path.
      <Link key="text" to="/transactions" />,
      // @ts-expect-error: text is no path.
      <NameLink key="name" to="/merchants/7">
        Nile Sweets
      </NameLink>,
      // @ts-expect-error: no such mode.
      withSearch(transactionsPath, { mode: 'demo' }),
      // @ts-expect-error: no such filter.
      withSearch(transactionsPath, { merchant: 7 }),
    ];
    expect(wrong).toHaveLength(4);
  });
});
