import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(`${root}/docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Files and folders of the tree that a page names in backticks, without placeholders. */
function namedPaths(page) {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  const paths = text.matchAll(/`((?:contract|server|web|e2e|bench|deploy|tools|docs)\/[\w./@-]+)`/g);
  return [...new Set([...paths].map(([, path]) => path))].filter((path) => !path.includes('/dist'));
}

test.each(pages)('%s names only files and folders that are there', (page) => {
  expect(namedPaths(page).filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});
