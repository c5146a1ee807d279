import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

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

test.each(pages)('%s names only files and folders that exist', (page) => {
  expect(namedPaths(page).filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});

test.each(pages)('%s has no mark of a merge that was not finished', (page) => {
  expect(readFileSync(join(root, page), 'utf8')).not.toMatch(/^(?:<{7} |={7}$|>{7} )/m);
});

/** What a page links to in the tree, as paths from its root; a picture is a link too. */
function linkedPaths(page) {
  const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g);
  return [...links]
    .map(([, to]) => to)
    .filter((to) => !/^[a-z]+:/.test(to))
    .map((to) => join(dirname(page), to));
}

test.each(pages)('%s links only to files that exist', (page) => {
  expect(linkedPaths(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Tests that a page says prove it, each with the words of a title that follow its path. */
function namedTests(page) {
  const named = readFileSync(join(root, page), 'utf8').matchAll(
    /`([\w/.-]+\.(?:test|spec)\.(?:tsx?|mjs))`(?: ([^`|;,.()…]+))?/g,
  );
  return [...named].map(([, path, words = '']) => ({ path, words: words.trim() }));
}

/** A path of theirs leads from one of these folders. */
const TEST_FOLDERS = ['', 'server/src', 'server/tests'];

test.each(['docs/reliability.md', 'docs/security-asvs.md'])('%s names only tests that are there', (page) => {
  const named = namedTests(page);
  expect(named.length).toBeGreaterThan(50);
  const wrong = named.filter(({ path, words }) => {
    const file = TEST_FOLDERS.map((folder) => join(root, folder, path)).find((each) => existsSync(each));
    return !file || !readFileSync(file, 'utf8').toLowerCase().includes(words.toLowerCase());
  });
  expect(wrong).toEqual([]);
});

test('the architecture can be read in ten minutes', () => {
  const words = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\s+/).filter(Boolean).length;
  expect(words).toBeLessThanOrEqual(2_500);
});

test('the changelog tells of each release once, and of the next one, in at most eighty lines', () => {
  const [, ...releases] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').trim().split(/^## /m);
  const versions = releases.map((release) => release.split(/\s/)[0]);
  expect(versions.length).toBeGreaterThan(2);
  expect(new Set(versions).size).toBe(versions.length);
  expect(releases.filter((release) => release.trim().split('\n').length > 81)).toEqual([]);
});

const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
const readDecision = (name) => readFileSync(join(root, 'docs/decisions', name), 'utf8');
const numberOf = (name) => Number.parseInt(name, 10);
const statusOf = (text) => /^Status: (.+)$/m.exec(text)?.[1] ?? '';
const LINK = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\)`;
const STATUS = new RegExp(`^(accepted|(amended|superseded) by ${LINK}( and ${LINK})*)$`);

describe.each(decisions)('decision %s', (name) => {
  const text = readDecision(name);
  const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];

  test('has its number and title as its file name', () => {
    const words = title
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, '-');
    expect(name).toBe(`${number.padStart(4, '0')}-${words}.md`);
  });

  test('has a status, a date and, unless superseded, the three sections', () => {
    expect(statusOf(text)).toMatch(STATUS);
    expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/m);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const wanted = statusOf(text).startsWith('superseded') ? [] : ['Context', 'Decision', 'Consequences'];
    expect(sections.filter((heading) => heading !== 'Alternatives')).toEqual(wanted);
  });
});

test('the index of decisions lists each with its title, status and date', () => {
  const rows = readDecision('README.md').split('\n');
  const wanted = decisions.map((name) => {
    const text = readDecision(name);
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
    return `| [${number}](${name}) | ${title} | ${statusOf(text)} | ${/^Date: (.+)$/m.exec(text)?.[1]} |`;
  });
  expect(rows.filter((row) => row.startsWith('| ['))).toEqual(wanted);
});

test('a decision takes at most 350 words, and there are at most 60', () => {
  const words = (name) => readDecision(name).split(/\s+/).filter(Boolean).length;
  expect(decisions.filter((name) => words(name) > 350)).toEqual([]);
  expect(decisions.length).toBeLessThanOrEqual(60);
});

/** Numbers of merged and retired records, which the last table of the index lists. */
const formerNumbers = readDecision('README.md')
  .split('## Former numbers')[1]
  .split('\n')
  .filter((row) => /^\| \d/.test(row))
  .flatMap((row) => row.split(' | ')[0].match(/\d+/g).map(Number));

test('a former number belongs to one row and to no record', () => {
  expect(formerNumbers.length).toBeGreaterThan(10);
  expect(new Set(formerNumbers).size).toBe(formerNumbers.length);
  expect(decisions.map(numberOf).filter((number) => formerNumbers.includes(number))).toEqual([]);
});

test('every decision cited in code or documents exists and is not superseded', () => {
  const inForce = decisions
    .filter((name) => !statusOf(readDecision(name)).startsWith('superseded'))
    .map(numberOf);
  const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'deploy', 'tools', 'docs'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  const texts = [...new Set([...files, ...pages])].filter(
    (path) => /\.(ts|tsx|mjs|cjs|sql|md|sh|css)$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path),
  );
  const citations = (paths) =>
    paths.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\bADR \d+/g) ?? []);
  const unknown = (cited, known) =>
    cited.filter((line) => !known.includes(numberOf(line.slice('ADR '.length))));
  const isMigration = (path) => path.startsWith('server/migrations/');
  const cited = citations(texts.filter((path) => !isMigration(path)));
  expect(cited.length).toBeGreaterThan(10);
  expect(unknown(cited, inForce)).toEqual([]);
  expect(unknown(citations(texts.filter(isMigration)), [...inForce, ...formerNumbers])).toEqual([]);
});
