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

/** The permission of each call of the portal that is refused while the session looks as a role, by the name that screens call it. */
const refusedWhileLooking = () =>
  accessesOf(
    /^(?!ops)[\w-]*(?<!\.test)\.ts$/,
    ({ access, whileViewing }) => !whileViewing && access !== 'public' && !String(access).includes('ops'),
  );

/** Their forms or buttons are reached only through what asks, as is who one is; `keepTold` has no button, and is not called meanwhile. */
const BEHIND = [
  'apiKeys.roll',
  'auth/passkey.ts',
  'auth/step-up.tsx',
  'customers/components/import-customers-dialog.tsx',
  'customers/components/merge-dialog.tsx',
  'invoices/create-page.tsx',
  'invoices/edit-page.tsx',
  'payment-links/form-page.tsx',
  'push/keep.ts',
  'store/category-form-page.tsx',
  'store/product-form-page.tsx',
];

test.each([
  // It has neither filters nor a choice of orders.
  ['portal', ['settlements/reserve-page.tsx']],
  // It is of one merchant, as the merchant sees it.
  ['ops', ['balance/statement-page.tsx']],
])('every list of the %s has views, but for those that have nothing to keep in one', (part, without) => {
  const sources = [...sourcesOf(root, part)];
  const named = sources.filter(([, source]) => /\bviews=\{(null|undefined|<><\/>)\}/.test(source));
  expect(named.map(([path]) => path).toSorted()).toEqual(without);
});

/** What of the portal is offered to whoever looks as a role. */
async function offeredWhileLooking(sources) {
  const { actions, problems } = findUnasked(sources, await refusedWhileLooking(), true);
  return { actions, problems: problems.filter((each) => !BEHIND.some((page) => each.includes(page))) };
}

test('who looks at the portal as a role is offered nothing that changes something, even of their own', async () => {
  const { actions, problems } = await offeredWhileLooking(sourcesOf(root, 'portal'));
  expect(problems).toEqual([]);
  expect(actions).toBeGreaterThan(120);
});

test.each([
  ['saved-views/views.tsx', ['savedViews.create', 'savedViews.delete', 'savedViews.update']],
  ['form-templates/templates-panel.tsx', ['formTemplates.delete']],
  ['push/push-devices.tsx', ['push.register', 'push.remove']],
  ['profile/components/own-sessions.tsx', ['profile.endOtherSessions', 'profile.endSession']],
])('what is one’s own is found too where %s does not ask', async (path, names) => {
  const sources = sourcesOf(root, 'portal');
  const page = sources.get(path);
  const unasked = page.replaceAll('useMay()', 'useCan()');
  expect(unasked).not.toBe(page);
  const { problems } = await offeredWhileLooking(new Map(sources).set(path, unasked));
  expect(problems.map((each) => each.split(' ')[0]).sort()).toEqual(names);
});
