import { expect, test } from 'vitest';
import { projectsOf, testsNear } from './changed.mjs';

test.each([
  [
    'code of a noun',
    ['server/src/refunds/store.ts', 'server/src/refunds/jobs/x.ts'],
    ['server/src/refunds/'],
  ],
  ['a test', ['server/tests/reliability/kill.test.ts'], ['server/tests/reliability/kill.test.ts']],
  ['a screen', ['web/portal/refunds/list-page.tsx'], ['web/portal/refunds/']],
  ['SQL', ['server/sql/books/ledger/tables.sql'], ['server/src/platform/db/schema.test.ts']],
  ['the contract', ['contract/src/refunds.ts'], ['contract/src/refunds.']],
  ['documents', ['README.md', 'docs/money.md'], ['tools/docs.test.mjs']],
  ['a file of the server that is of no noun', ['server/src/start.ts'], ['server/src/start.']],
  ['a component', ['web/ui/button.tsx'], ['web/ui/']],
  ['nothing that is tested here', ['e2e/store.spec.ts', 'server/locales/en/refunds.json'], []],
])('the tests near %s', (_, files, tests) => expect(testsNear(files)).toEqual(tests));

test('types are checked of the projects that hold a changed file or import it', () => {
  expect(projectsOf(['contract/src/refunds.ts'])).toEqual(['contract', 'server', 'web']);
  expect(projectsOf(['server/src/refunds/store.ts', 'e2e/store.spec.ts'])).toEqual(['server', 'e2e']);
  expect(projectsOf(['README.md'])).toEqual([]);
});
