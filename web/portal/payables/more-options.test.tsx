import { TextInput } from '@mantine/core';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import payables from '../../locales/en/payables.json' with { type: 'json' };
import { laterPart } from '../../ui/later-part.ts';
import { field, press, render, toasts, until } from '../../ui/testing/render.tsx';
import { MoreOptions } from './more-options.tsx';

i18next.addResourceBundle('en', 'payables', payables);

type Fields = () => React.ReactNode;
const Notes: Fields = () => <TextInput label="Notes" />;

/** The folded fields of a form, whose code comes when the test says so. */
async function renderFolded({ used = false } = {}) {
  const asked: ((how: 'come' | 'fail') => void)[] = [];
  const Part = laterPart(
    () =>
      new Promise<Fields>((resolve, reject) => {
        asked.push((how) => (how === 'come' ? resolve(Notes) : reject(new Error('no connection'))));
      }),
  );
  const screen = (isUsed: boolean) => (
    <MoreOptions text="Notes and tax" used={isUsed} failed="" part={Part}>
      <Part />
    </MoreOptions>
  );
  const { rerender } = await render(screen(used));
  return { asked, use: () => rerender(screen(true)) };
}

const toggle = () => document.querySelector('button[aria-expanded]') as HTMLButtonElement;
const isOpen = () => toggle().getAttribute('aria-expanded') === 'true';
const isDrawn = () => document.querySelector('input') !== null;

test('the fields of a form come while it is idle, and a press shows them without asking again', async () => {
  const { asked } = await renderFolded();
  await until(() => expect(asked).toHaveLength(1));
  asked[0]?.('come');
  await until(() => expect(isDrawn()).toBe(false));
  await press(toggle());
  await until(() => field('Notes'));
  expect(asked).toHaveLength(1);
});

test('a press before they have come opens at once, and shows them when they have', async () => {
  const { asked } = await renderFolded();
  await press(toggle());
  expect(isOpen()).toBe(true);
  await until(() => expect(asked.length).toBeGreaterThan(0));
  expect(isDrawn()).toBe(false);
  for (const answer of asked) answer('come');
  await until(() => field('Notes'));
});

test('where one of them is used they are shown without a press', async () => {
  const { asked, use } = await renderFolded();
  await use();
  expect(isOpen()).toBe(true);
  await until(() => expect(asked.length).toBeGreaterThan(0));
  for (const answer of asked) answer('come');
  await until(() => field('Notes'));
});

test('if they do not come a toast says so, and pressing again retries', async () => {
  const { asked } = await renderFolded();
  await until(() => expect(asked).toHaveLength(1));
  asked[0]?.('fail');
  await until(() => expect(asked).toHaveLength(1));
  expect(toasts()).toEqual([]);
  await press(toggle());
  await until(() => expect(asked).toHaveLength(2));
  asked[1]?.('fail');
  await until(() => expect(isOpen()).toBe(false));
  expect(toasts()).toHaveLength(1);
  await press(toggle());
  await until(() => expect(asked).toHaveLength(3));
  asked[2]?.('come');
  await until(() => field('Notes'));
});
