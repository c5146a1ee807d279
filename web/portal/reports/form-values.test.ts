import { ReportForm } from '@daftar/contract/reports';
import { validate } from '@daftar/contract/validate';
import { expect, test } from 'vitest';
import { emptyReport, payloadOf, withKind, withView } from './form-values.ts';

const named = { ...emptyReport('takings', 'ar', 7), name: 'Takings' };

test('a new report is the maker’s own, and valid as soon as it has a name', () => {
  expect(validate(ReportForm, payloadOf(named))).toMatchObject({ ok: true });
});

test.each(['takings', 'week', 'month', 'view'] as const)(
  'choosing %s leaves a form that is valid',
  (kind) => {
    for (const before of ['week', 'view'] as const) {
      const first = { ...named, ...withKind(named, before) };
      const second = { ...first, ...withKind(first, kind) };
      expect(validate(ReportForm, payloadOf(second))).toMatchObject({ ok: true });
    }
  },
);

test('a report keeps what its view says, and all rows without one', () => {
  const view = { id: 3, query: { status: '1' }, period: 'last7' as const };
  const views = [{ ...view, name: 'Paid', is_shared: false, is_mine: true, saved_by: 'Mona' }];
  const chosen = { ...named, kind: 'view' as const, ...withView('3', views) };
  expect(payloadOf(chosen)).toMatchObject({ query: view.query, period: 'last7' });
  expect(payloadOf({ ...chosen, ...withView('kept', views) })).toMatchObject({ query: view.query });
  expect(payloadOf({ ...chosen, ...withView('all', views) })).toMatchObject({ query: {}, period: null });
});

test('addresses are typed as people do, each once', () => {
  const addresses = ' A@b.example, c@d.example\na@b.example؛'.replace('؛', '،');
  expect(payloadOf({ ...named, addresses }).addresses).toEqual(['a@b.example', 'c@d.example']);
});
