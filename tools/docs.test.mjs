import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const inFolder = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const pages = ['.', 'docs', 'docs/decisions', 'deploy', 'bench'].flatMap(inFolder);

/** Files and folders of the tree that a page names in backticks, without placeholders. */
function namedPaths(page) {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  const paths = text.matchAll(/`((?:contract|server|web|e2e|bench|deploy|tools|docs)\/[\w./@-]+)`/g);
  return [...new Set([...paths].map(([, path]) => path))].filter((path) => !path.includes('/dist'));
}

test.each(pages)('%s names only files and folders that are there', (page) => {
  expect(namedPaths(page).filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});

/** What a page links to in the tree, as paths from its root; a picture is a link too. */
function linkedPaths(page) {
  const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g);
  return [...links]
    .map(([, to]) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => join(dirname(page), to));
}

test.each(pages)('%s links only to what is there', (page) => {
  expect(linkedPaths(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
