import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import ar from '../locales/ar/terms.json' with { type: 'json' };
import en from '../locales/en/terms.json' with { type: 'json' };
import { Term } from './term.tsx';
import { button, key, press, render, until } from './testing/render.tsx';

/** The table's terms: what each is called in English and in Arabic, without ال. */
const glossary = readFileSync('GLOSSARY.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim().toLowerCase()))
  .map(([, english = '', arabic = '']) => ({ english, arabic: bare(arabic) }));

function bare(arabic: string): string {
  return arabic.replace(/[\u064b-\u0652]/g, '').replace(/(?<!\p{L})ال(?=\p{L})/gu, '');
}
const isOneOf = (cell: string, name: string) =>
  cell === name || cell.split(/\s*[,،/]\s*|\s*\(|\)/).includes(name);

describe('what a term means', () => {
  const names = Object.keys(en).filter((each) => each.endsWith('.name')) as (keyof typeof en)[];
  test('there are terms', () => expect(names.length).toBeGreaterThan(15));
  test.each(names)('%s is called as in the glossary, in both languages', (name) => {
    const row = glossary.find(({ english }) => isOneOf(english, en[name].toLowerCase()));
    expect(row, `“${en[name]}” in GLOSSARY.md`).toBeDefined();
    expect(isOneOf(row?.arabic ?? '', bare(ar[name].toLowerCase())), `${ar[name]}: ${row?.arabic}`).toBe(
      true,
    );
    expect(en).toHaveProperty([name.replace('.name', '.text')]);
  });

  test('a button opens it and takes the focus there; Escape closes it and gives the focus back', async () => {
    i18next.addResourceBundle('en', 'terms', en);
    await render(<Term name="net" label="You receive" />);
    const open = button('What is “You receive”?');
    expect(open.getAttribute('aria-expanded')).toBe('false');
    await press(open);
    const panel = await until(() => {
      const found = document.querySelector('[role="dialog"]');
      expect(found?.textContent).toContain(en['net.text']);
      return found;
    });
    expect(panel?.getAttribute('aria-label')).toBe('You receive');
    await until(() => expect(panel?.contains(document.activeElement)).toBe(true));
    await key('Escape');
    await until(() => expect(document.activeElement).toBe(open));
    expect(open.getAttribute('aria-expanded')).toBe('false');
  });
});
