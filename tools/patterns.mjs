// Finds regular expressions of the product that take more than linear time, by scslre and by one rule that it lacks;
// prints them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import swc from '@swc/core';
import { Chars, getConsumedChars, isPotentiallyEmpty } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

/** Code that runs on the server, in browsers, or both. */
const FOLDERS = ['contract/src', 'server/src', 'server/demo', 'web'];
const RUNS = /(?<!\.d|\.test)\.tsx?$/;

/** Accepted ones, with the reason why they cannot become slow. */
const BOUNDED = new Map([
  ['server/src/platform/i18n/written.ts /\\B(?=(\\d{3})+$)/g', 'the digits of one amount, sixteen at most'],
  [
    'server/src/platform/db/cluster.ts /Address already in use|shared memory block .* is still in use/',
    'what our own PostgreSQL wrote when it did not start',
  ],
  [
    'server/tests/kit/platform/partitioned.ts /^create table (\\w+) \\(\\n([\\s\\S]*?)^\\)(?: with \\(([^)]*)\\))?;/gm',
    'our own schema, in tests',
  ],
]);

/** Expressions that are built at run time, and from what. */
const MADE = new Map([
  ['contract/src/search-key.ts', 'one set of characters'],
  ['server/src/platform/sheets/csv-records.ts', 'line ends, and one set of a delimiter and line ends'],
  ['server/src/reconciliation/footers.ts', 'lists of words at the beginning of at most LONGEST characters'],
  ['server/src/platform/csv/csv.ts', 'PATTERNS, one set of characters each, and tried by its unit test'],
  ['web/pay/waiting.tsx', 'a number'],
  ['web/vite.config.ts', 'the names of our languages, while it is built'],
]);

function sources(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(root, path);
    return RUNS.test(entry.name) ? [path] : [];
  });
}

/** Every expression of a file: its pattern, or null where it is built at run time. */
function expressionsOf(root, file) {
  const found = [];
  const look = (node) => {
    if (Array.isArray(node)) node.forEach(look);
    else if (node !== null && typeof node === 'object') {
      if (node.type === 'RegExpLiteral') found.push({ source: node.pattern, flags: node.flags });
      const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
      if (isMade && node.callee.type === 'Identifier' && node.callee.value === 'RegExp') {
        const [source, flags] = (node.arguments ?? []).map(({ expression }) => expression);
        const isText =
          source?.type === 'StringLiteral' && (flags?.type ?? 'StringLiteral') === 'StringLiteral';
        found.push(isText ? { source: source.value, flags: flags?.value ?? '' } : null);
      }
      Object.values(node).forEach(look);
    }
  };
  look(swc.parseFileSync(join(root, file), { syntax: 'typescript', tsx: file.endsWith('x') }));
  return found;
}

/** The siblings of an element, from the innermost group outwards. */
function besides(node) {
  const before = [];
  const after = [];
  for (let each = node; each.parent; each = each.parent) {
    if (each.parent.type !== 'Alternative') continue;
    const place = each.parent.elements.indexOf(each);
    before.push(...each.parent.elements.slice(0, place));
    after.push(...each.parent.elements.slice(place + 1));
  }
  return { before, after };
}

/**
 * Whether an expression scans to the end of the text from many places: `<a[^>]*>` in `<a<a<a…`. It does if what
 * precedes a repetition can occur within it repeatedly, and what follows it may be missing.
 */
function looksAheadAgain({ source, flags }) {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, flags.includes('u'));
  const modes = Object.fromEntries(
    Object.entries({ dotAll: 's', ignoreCase: 'i', multiline: 'm', unicode: 'u', sticky: 'y' }).map(
      ([mode, flag]) => [mode, flags.includes(flag)],
    ),
  );
  const isAt =
    (wanted) =>
    ({ type, kind }) =>
      type === 'Assertion' && kind === wanted;
  let found = false;
  visitRegExpAST(pattern, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Number.POSITIVE_INFINITY || modes.sticky) return;
      const { before, after } = besides(quantifier);
      const isAnchored = before.some(isAt('start'));
      if ((isAnchored && !modes.multiline) || after.every((each) => isPotentiallyEmpty(each, modes))) return;
      const repeated = getConsumedChars(quantifier.element, modes).chars;
      // It starts at the beginning of a line or word, and does not reach the next.
      if (isAnchored && repeated.isDisjointWith(Chars.lineTerminator(modes))) return;
      if (before.some(isAt('word')) && repeated.isSubsetOf(Chars.word(modes))) return;
      const leaves = before.filter(({ type }) => type !== 'Assertion');
      const mayRepeat = leaves.every(
        (each) =>
          isPotentiallyEmpty(each, modes) || !getConsumedChars(each, modes).chars.isDisjointWith(repeated),
      );
      if (mayRepeat) found = true;
    },
  });
  return found;
}

/** @returns the expressions of some folders that are slow or cannot be judged, and how many were read. */
export function lookAtPatterns(root, folders) {
  const refused = [];
  let seen = 0;
  for (const file of folders.flatMap((folder) => sources(root, folder))) {
    if (!/\/[^/\s]|RegExp/.test(readFileSync(join(root, file), 'utf8'))) continue;
    for (const expression of expressionsOf(root, file)) {
      seen += 1;
      if (expression === null) {
        if (!MADE.has(file)) refused.push({ file, pattern: 'new RegExp(…)', why: 'made while it runs' });
        continue;
      }
      const pattern = `/${expression.source}/${expression.flags}`;
      if (BOUNDED.has(`${file} ${pattern}`)) continue;
      const { reports } = analyse(expression);
      if (reports.length === 0 && !looksAheadAgain(expression)) continue;
      const why = reports.some(({ exponential }) => exponential) ? 'exponential' : 'superlinear';
      refused.push({ file, pattern, why });
    }
  }
  return { refused, seen };
}

/** @returns whether no expression is slow and enough of them were read. */
export function checkPatterns(root) {
  const { refused, seen } = lookAtPatterns(root, FOLDERS);
  for (const { file, pattern, why } of refused) console.error(`${why}: ${file} ${pattern}`);
  console.log(`Patterns: ${seen} expressions, ${refused.length} slow on some text.`);
  return refused.length === 0 && seen > 200;
}
