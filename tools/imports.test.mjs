import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderCycles, lookAtImports } from './imports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));

/** By rule, imports that nobody may write: the file, and what it would import. */
const REFUSED = {
  'no-cycles': [['web/ui/one.ts', './two.ts']],
  resolvable: [['web/ui/lost.ts', './nowhere.ts']],
  'contract-imports-zod-alone': [['contract/src/greedy.ts', 'pino']],
  'web-never-imports-server': [['web/portal/team/page.tsx', '../../../server/src/team/service.ts']],
  'server-never-imports-web': [['server/src/team/pictures.ts', '../../../web/ui/two.ts']],
  'ledger-knows-no-noun': [['server/src/ledger/post.ts', '../team/service.ts']],
  'platform-knows-no-noun': [['server/src/platform/jobs/worker.ts', '../../team/service.ts']],
  'fastify-stays-at-the-edge': [
    ['server/src/team/users.ts', 'fastify'],
    ['server/src/team/store-roles.ts', '@fastify/static'],
  ],
  'stores-and-rules-are-private': [
    ['server/src/refunds/send.ts', '../team/store.ts'],
    ['server/src/refunds/service.ts', '../team/store-roles.ts'],
    ['server/src/ops/kyc/service.ts', '../../team/rules.ts'],
    ['server/src/refunds/jobs.ts', '../audit/store.ts'],
    ['server/demo/shop.ts', '../src/team/store.ts'],
  ],
  'nouns-know-no-demo': [['server/src/team/first.ts', '../../demo/seed.ts']],
  'product-knows-no-tests': [
    ['server/src/team/samples.ts', '../../tests/kit/server.ts'],
    ['server/demo/samples.ts', '../tests/kit/server.ts'],
  ],
  'rules-are-pure': [['server/src/team/rules.ts', '../platform/log.ts']],
  'portal-nouns-meet-at-index': [['web/portal/refunds/page.tsx', '../team/api.ts']],
  'kit-knows-no-noun': [
    ['web/ui/table.tsx', '../portal/team/index.ts'],
    ['web/shared/frame.tsx', '../portal/team/index.ts'],
  ],
  'kit-knows-no-session': [['web/ui/progress.tsx', '../shared/activity.ts']],
  'portal-shared-knows-no-noun': [['web/portal/shared/person.ts', '../team/index.ts']],
  'paths-and-statuses-know-no-noun': [['web/portal/paths/team.ts', '../team/index.ts']],
  'sign-in-knows-no-calls-of-screens': [['web/portal/team/routes.tsx', '../../../contract/src/money.ts']],
  'paths-are-defined-in-paths': [['web/portal/team/links.tsx', '../../ui/define-path.ts']],
  'payables-know-no-noun': [['web/portal/payables/form.tsx', '../team/index.ts']],
  'console-knows-no-portal': [
    ['web/ops/merchants/team.tsx', '../../portal/team/index.ts'],
    ['web/ops/merchants/parts.tsx', '../../pages/parts.tsx'],
  ],
  'console-nouns-stay-apart': [
    ['web/ops/payouts/row.tsx', '../merchants/api.ts'],
    ['web/ops/shared/row.tsx', '../merchants/api.ts'],
    ['web/ops/paths/merchants.ts', '../merchants/api.ts'],
  ],
  'console-calls-in-api': [['web/ops/payouts/components/table.tsx', '../../shared/call.ts']],
  'nobody-knows-the-console': [['web/portal/team/desk.tsx', '../../ops/shared/call.ts']],
  'gallery-shows-the-kit-alone': [['web/gallery/links.tsx', '../portal/team/index.ts']],
  'nobody-knows-the-gallery': [['web/portal/team/show.tsx', '../../gallery/example.tsx']],
  'rendered-pages-stay-apart': [
    ['web/shop/parts.tsx', '../pay/parts.tsx'],
    ['web/portal/team/icons.tsx', '../../pay/parts.tsx'],
  ],
  'payer-pages-stay-small': [
    ['web/pay/page.tsx', '@mantine/core'],
    ['web/shop/page.tsx', '../ui/two.ts'],
    ['web/docs/page.tsx', '../portal/team/index.ts'],
    ['web/pages/form.tsx', '../shared/activity.ts'],
  ],
};

/** What those files import, with nothing wrong in it. */
const THERE = {
  'node_modules/@mantine/core/index.js': '',
  'node_modules/fastify/index.js': '',
  // npm puts a package here when another version of it is at the root.
  'server/node_modules/@fastify/static/index.js': '',
  'node_modules/pino/index.js': '',
  'contract/src/money.ts': '',
  'server/demo/seed.ts': '',
  'server/src/audit/store.ts': '',
  'server/src/platform/log.ts': '',
  'server/src/team/routes.ts': "import { value as known } from 'fastify';\nexport const made = known;\n",
  'server/src/team/service.ts': "import { value } from './store.ts';\nexport const again = value;\n",
  'server/src/team/store.ts': '',
  'server/tests/kit/server.ts': '',
  'web/gallery/example.tsx': '',
  'web/ops/merchants/api.ts': '',
  'web/ops/shared/call.ts': '',
  'web/pages/parts.tsx': '',
  'web/pay/parts.tsx': '',
  'web/portal/team/api.ts': '',
  'web/portal/team/index.ts': '',
  'web/shared/activity.ts': '',
  'web/ui/define-path.ts': '',
  'web/ui/two.ts': "import { value as other } from './one.ts';\nexport const again = () => other;\n",
};

const importing = (what) => `import { value as known } from '${what}';\nexport const used = known;\n`;

let house;
const write = (file, text) => {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), `${text}export const value = 1;\n`);
};
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'daftar-imports-'));
  for (const [file, text] of Object.entries(THERE)) write(file, text);
  for (const [file, what] of Object.values(REFUSED).flat()) write(file, importing(what));
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

test('each import rule refuses exactly what it forbids', async () => {
  const { refused } = await lookAtImports(house, ['contract/src', 'server/src', 'server/demo', 'web']);
  const got = new Set(refused.map(({ rule, from }) => `${rule}: ${from}`));
  const wanted = Object.entries(REFUSED).flatMap(([rule, each]) => each.map(([from]) => `${rule}: ${from}`));
  expect([...got].sort()).toEqual(wanted.sort());
});

test('an import is seen however it is written', async () => {
  const written = {
    'a-value': "import { value as known } from '../../../web/ui/two.ts';",
    'a-type': "import type { value as Known } from '../../../web/ui/two.ts';",
    'for-its-effect': "import '../../../web/ui/two.ts';",
    'passed-on': "export { value as known } from '../../../web/ui/two.ts';",
    'all-passed-on': "export * from '../../../web/ui/two.ts';",
    'nothing-passed-on': "export {} from '../../../web/ui/two.ts';",
    'when-needed': "export const load = () => import('../../../web/ui/two.ts');",
    'after-a-remark': "export const load = () => import /* later */ ('../../../web/ui/two.ts');",
    'as-of-old': "export const known = require('../../../web/ui/two.ts');",
    'beside-another':
      "import '../team/store.ts';\nexport const load = () => import('../../../web/ui/two.ts');",
  };
  const files = Object.entries(written).map(([name, text]) => [`server/src/ways/${name}.ts`, text]);
  for (const [file, text] of files) write(file, `${text}\n`);
  const { refused } = await lookAtImports(house, ['server/src/ways']);
  const got = refused.filter(({ rule }) => rule === 'server-never-imports-web').map(({ from }) => from);
  expect(got.sort()).toEqual(files.map(([file]) => file).sort());
});

test('whoever parses with swc afterwards gets the whole of a file, as patterns do', async () => {
  write('server/src/whole/parts.ts', "import '../team/store.ts';\nexport const pattern = /a+/;\n");
  await lookAtImports(house, ['server/src/whole']);
  const { body } = swc.parseFileSync(join(house, 'server/src/whole/parts.ts'), {
    syntax: 'typescript',
  });
  expect(body.map(({ type }) => type)).toEqual([
    'ImportDeclaration',
    'ExportDeclaration',
    'ExportDeclaration',
  ]);
});

test('cyclic imports between folders are refused, also indirect ones and those of types only', () => {
  const module = (source, ...resolved) => ({
    source,
    dependencies: resolved.map((each) => ({ resolved: each })),
  });
  const fine = [
    module('server/src/refunds/send.ts', 'server/src/team/service.ts', 'server/src/platform/log.ts'),
    module('server/src/refunds/refunds.test.ts', 'server/src/orders/service.ts'),
    module('server/src/team/service.ts', 'server/src/platform/log.ts'),
    module('server/src/orders/service.ts', 'server/src/refunds/send.ts', 'server/src/orders/rules.ts'),
    module('web/portal/main.tsx', 'web/portal/team/page.tsx'),
  ];
  expect(folderCycles(fine)).toEqual([]);
  const back = module('server/src/team/users.ts', 'server/src/orders/service.ts');
  expect(folderCycles([...fine, back])).toContainEqual([
    'server/src/refunds',
    'server/src/team',
    'server/src/orders',
    'server/src/refunds',
  ]);
});

test('every rule is tested', () => {
  expect(Object.keys(REFUSED).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});
