// Faults for TypeScript, found by Stryker's instrumenter, and for the SQL in tagged templates, found by our own.
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { faultsOf } from './sql.mjs';

const silent = {
  isDebugEnabled: () => false,
  debug() {},
  info() {},
  warn() {},
  error() {},
  trace() {},
  fatal() {},
};

/** Strings, object shapes and optional chains: a changed log text or an extra field is no fault of a rule. */
const LEFT_OUT = new Set([
  'StringLiteral',
  'ObjectLiteral',
  'ArrayDeclaration',
  'Regex',
  'OptionalChaining',
  'ArrowFunction',
  'BlockStatement',
]);

/** The ranges of log calls, from the first to the last bracket. */
function logged(text) {
  const ranges = [];
  for (const match of text.matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(/g)) {
    let depth = 1;
    let end = match.index + match[0].length;
    for (; depth > 0 && end < text.length; end += 1)
      depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    ranges.push([match.index, end]);
  }
  return ranges;
}

/**
 * Whether a fault takes away the check of what is always there (`if (!row) throw new Error(…)`, a defect of the program and
 * no answer to anybody): the next line fails in its place.
 */
const isOfDefect = (text, { start, end, replacement }) =>
  replacement === 'false' &&
  /^!\w+$/.test(text.slice(start, end)) &&
  /^\)\s*throw new Error\(/.test(text.slice(end));

/** The offset of each line's beginning. */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Every fault of the code itself. */
export async function faultsOfCode(name, text) {
  const instrumenter = new Instrumenter(silent);
  const { mutants } = await instrumenter.instrument([{ name, mutate: true, content: text }], {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
    noHeader: true,
  });
  const starts = lineStarts(text);
  const offset = ({ line, column }) => starts[line] + column;
  const forTheLog = logged(text);
  return mutants
    .filter(({ mutatorName }) => !LEFT_OUT.has(mutatorName))
    .map(({ location, replacement, mutatorName }) => ({
      kind: mutatorName,
      start: offset(location.start),
      end: offset(location.end),
      replacement,
    }))
    .filter(
      (fault) =>
        !isOfDefect(text, fault) &&
        !forTheLog.some(([from, until]) => from <= fault.start && fault.start < until),
    );
}

/** Whether a statement only locks rows, and nobody reads which: locking more of them changes no answer. */
const onlyLocks = (before, query) =>
  /(?:^|[\n{;])\s*await\s+$/.test(before) &&
  /^\s*select\s+(?:1\s+)?from\b/i.test(query) &&
  /\bfor\s+(?:no key\s+)?(?:update|share)\b/i.test(query);
const LOCKS_MORE = new Set(['term dropped', 'and / or']);

/** Every fault of the queries: templates that `db`, `tx` or `sql` tag. */
export function faultsOfQueries(text) {
  const faults = [];
  for (const match of text.matchAll(
    /\b(?:db|tx|sql)(?:<[^`;]*?>)?`((?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*(?:\{[^{}`]*\}[^{}`]*)*\})*)`/g,
  )) {
    const from = match.index + match[0].indexOf('`') + 1;
    const isLock = onlyLocks(text.slice(Math.max(0, match.index - 200), match.index), match[1]);
    for (const fault of faultsOf(match[1]).filter(({ kind }) => !(isLock && LOCKS_MORE.has(kind))))
      faults.push({
        ...fault,
        kind: `query: ${fault.kind}`,
        start: fault.start + from,
        end: fault.end + from,
      });
  }
  return faults;
}
