import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (folder: string) => {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  return readdirSync(path)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => ({ name, code: readFileSync(`${path}/${name}`, 'utf8') }));
};

/** Components that are seen as a part of others, with the one that shows them. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  Announcement: 'DataTable',
  ChartDrawing: 'TimeChart',
  DataCards: 'DataTable',
  MomentCalendar: 'MomentInput',
  PageHeader: 'ListPage',
  PageState: 'NotFoundPage',
  Pdf: 'FilePreview',
  SelectAll: 'DataTable',
  SelectRow: 'DataTable',
  Toasts: 'UiProvider',
};

/** Components of the kit: what a file exports that begins with a capital and is no type or constant. */
const components = read('../ui').flatMap(({ code }) =>
  [...code.matchAll(/^export (?:default )?(?:function|class|const) ([A-Z][a-z]\w*)/gm)].map(
    ([, name = '']) => name,
  ),
);
const gallery = read('.')
  .map(({ code }) => code)
  .join('\n');
const isShown = (name: string) => new RegExp(`<${name}\\b|Content: ${name}\\b`).test(gallery);

test('every component of the kit is in the gallery', () => {
  expect(components.length).toBeGreaterThan(60);
  const missing = components.filter((name) => !isShown(name) && !isShown(SHOWN_BY[name] ?? ''));
  expect(missing).toEqual([]);
});

test('every component listed as shown by another exists and has no entry of its own', () => {
  for (const [part, whole] of Object.entries(SHOWN_BY)) {
    expect(components).toContain(part);
    expect(components).toContain(whole);
    expect(isShown(part)).toBe(false);
  }
});
