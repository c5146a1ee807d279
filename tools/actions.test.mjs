import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { consoleSources, findUnasked } from './actions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The permission of each endpoint of the console that changes something, by the name that screens call it. */
async function accesses() {
  const found = new Map();
  for (const file of readdirSync(`${root}/contract/src`)) {
    if (!/^ops[\w-]*\.ts$/.test(file)) continue;
    const module = await import(`../contract/src/${file.slice(0, -'.ts'.length)}.ts`);
    for (const [noun, endpoints] of Object.entries(module)) {
      if (typeof endpoints !== 'object' || endpoints === null) continue;
      for (const [name, endpoint] of Object.entries(endpoints)) {
        const { method, access } = endpoint ?? {};
        if (typeof access === 'string' && access.startsWith('ops:') && method !== 'GET')
          found.set(`${noun}.${name}`, access);
      }
    }
  }
  return found;
}

test('every action of the console is offered only where `useMay` was asked for its permission', async () => {
  const { actions, problems } = findUnasked(consoleSources(root), await accesses());
  expect(problems).toEqual([]);
  expect(actions).toBeGreaterThan(60);
});

test('an action that a screen offers without asking is found, also through other components', async () => {
  const sources = consoleSources(root);
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
  const sources = consoleSources(root);
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
