import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findUnasked, sourcesOf } from './actions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The permission of each endpoint of the console that changes something, by the name that screens call it. */
const accesses = () =>
  accessesOf(/^ops[\w-]*\.ts$/, ({ access }) => typeof access === 'string' && access.startsWith('ops:'));

/** The same of endpoints in files of a name that fit. */
async function accessesOf(files, fits) {
  const found = new Map();
  for (const file of readdirSync(`${root}/contract/src`)) {
    if (!files.test(file)) continue;
    const module = await import(`../contract/src/${file.slice(0, -'.ts'.length)}.ts`);
    for (const [noun, endpoints] of Object.entries(module)) {
      if (typeof endpoints !== 'object' || endpoints === null) continue;
      for (const [name, endpoint] of Object.entries(endpoints)) {
        if (endpoint?.method && endpoint.method !== 'GET' && fits(endpoint))
          found.set(`${noun}.${name}`, endpoint.access);
      }
    }
  }
  return found;
}

test('every action of the console is offered only where `useMay` was asked for its permission', async () => {
  const { actions, problems } = findUnasked(sourcesOf(root, 'ops'), await accesses());
  expect(problems).toEqual([]);
  expect(actions).toBeGreaterThan(60);
});

test('an action that a screen offers without asking is found, also through other components', async () => {
  const sources = sourcesOf(root, 'ops');
  const page = sources.get('tickets/replies-page.tsx');
  const unasked = page.replaceAll("may('ops:canned-replies')", 'true');
  expect(unasked).not.toBe(page);
  const { problems } = findUnasked(
    new Map(sources).set('tickets/replies-page.tsx', unasked),
    await accesses(),
  );
  expect(problems.sort()).toEqual(
    ['archive', 'create', 'restore', 'update'].map(
      (name) =>
        `opsReplies.${name} needs ops:canned-replies, and tickets/replies-page.tsx#RepliesPage offers it without asking`,
    ),
  );
});

test('asking for another permission, or whether one may see, is not enough', async () => {
  const sources = sourcesOf(root, 'ops');
  const page = sources.get('tickets/replies-page.tsx');
  for (const changed of [
    page.replaceAll("may('ops:canned-replies')", "may('ops:tickets')"),
    page.replaceAll('useMay()', 'useMaySee()'),
  ]) {
    expect(changed).not.toBe(page);
    const { problems } = findUnasked(
      new Map(sources).set('tickets/replies-page.tsx', changed),
      await accesses(),
    );
    expect(problems).toHaveLength(4);
  }
});

/** Their forms or buttons are reached only through what asks. */
const BEHIND = [
  'apiKeys.roll',
  'customers/components/merge-dialog.tsx',
  'invoices/create-page.tsx',
  'invoices/edit-page.tsx',
  'payment-links/form-page.tsx',
  'store/category-form-page.tsx',
  'store/product-form-page.tsx',
];

test('who looks at the portal as a role is offered nothing that changes something but what is their own', async () => {
  const isOfPermission = ({ access, whileViewing }) =>
    !whileViewing && access !== 'public' && access !== 'signed-in' && !String(access).includes('ops');
  const changes = await accessesOf(/^(?!ops)[\w-]*(?<!\.test)\.ts$/, isOfPermission);
  const { actions, problems } = findUnasked(sourcesOf(root, 'portal'), changes, true);
  expect(problems.filter((each) => !BEHIND.some((page) => each.includes(page)))).toEqual([]);
  expect(actions).toBeGreaterThan(90);
});
