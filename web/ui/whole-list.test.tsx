import { expect, test } from 'vitest';
import { announced, button, field, press, render, type } from './testing/render.tsx';
import { WholeList } from './whole-list.tsx';

const NAMES = ['Banque Misr', 'CIB', 'QNB', 'بنك القاهرة', 'البنك الأهلي', 'HSBC', 'AAIB', 'EGBANK', 'NBK'];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `${NAMES[id % NAMES.length]} ${id}` }));

const list = (count: number, first?: number) => (
  <WholeList
    title="Accounts"
    rows={rowsOf(count)}
    textOf={({ id, name }) => [name, `EG${id}00`]}
    {...(first === undefined ? {} : { first })}
  >
    {(rows) => (
      <ul>
        {rows.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    )}
  </WholeList>
);
const shown = () => [...document.querySelectorAll('li')].map((each) => each.textContent);
const SEARCH = 'Search: Accounts';

test('a short list has no search field, a long one has', async () => {
  const { rerender } = await render(list(9));
  expect(() => field(SEARCH)).toThrow();
  await rerender(list(10));
  expect(field(SEARCH).value).toBe('');
  expect(shown()).toHaveLength(10);
});

test('while it is typed, rows are found by every word of what they show, in any order, spelling and digits', async () => {
  await render(list(12));
  await type(SEARCH, ' misr  BANQUE ');
  expect(shown()).toEqual(['Banque Misr 0', 'Banque Misr 9']);
  expect(announced()).toEqual(['2 results']);
  await type(SEARCH, 'misr eg900');
  expect(shown()).toEqual(['Banque Misr 9']);
  await type(SEARCH, 'القاهره ٣');
  expect(shown()).toEqual(['بنك القاهرة 3']);
  await type(SEARCH, 'misr cib');
  expect(document.body.textContent).toContain('Nothing matches your search');
  expect(announced()).toEqual(['Nothing matches your search']);
  await type(SEARCH, ' ');
  expect([shown().length, announced()]).toEqual([12, []]);
});

test('of a list that shows its first rows, a search finds all, and the rest is there when it is asked for', async () => {
  await render(list(12, 3));
  expect(shown()).toHaveLength(3);
  await type(SEARCH, 'q');
  expect(shown()).toEqual(['Banque Misr 0', 'QNB 2', 'Banque Misr 9', 'QNB 11']);
  await type(SEARCH, '');
  expect(shown()).toHaveLength(3);
  await press('Show all');
  expect(shown()).toHaveLength(12);
  expect(() => button('Show all')).toThrow();
});
