// Faults for SQL: inverted comparisons, removed terms, changed constants. Works on text, so that database functions and
// the server's tagged templates are treated alike.

/**
 * Masks, with spaces of the same length, what must not be changed: comments, strings, quoted names and `${…}`; and what
 * has no effect on money: error messages, list orders, batch sizes, type lengths.
 */
export function masked(text) {
  const blank = (found) => found.replace(/[^\n]/g, ' ');
  return text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, blank)
    .replace(/'(?:[^']|'')*'/g, (found) => `'${blank(found.slice(1, -1))}'`)
    .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, blank)
    .replace(/\braise\b[^;]*/gi, blank)
    .replace(/\bget diagnostics\b[^;]*/gi, blank)
    .replace(/(?<=\border by\b)[^;()`]*?(?=\b(?:limit|for|loop|on conflict)\b|[;()`]|$)/gi, blank)
    .replace(/\blimit\s+\d+/gi, blank)
    .replace(/\b(?:select|perform)\s+1(?=\s+from\b)/gi, blank)
    .replace(/\b(?:char|varchar|numeric)\([\d, ]*\)/gi, blank);
}

const TURNED = {
  '<': ['<=', '>'],
  '>': ['>=', '<'],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '<>': ['='],
  '=': ['<>'],
};
const ARITHMETIC = { '+': '-', '-': '+', '*': '/', '/': '*' };

/** In assignments and named arguments `=` is no comparison. */
const ASSIGNS = /\b(?:set|update[^;]*?\bset)\b[^;]*$/i;

/** Whether the `=` at an offset is in the list of `update … set`, before its `where`. */
function isAssignment(mask, at) {
  const before = mask.slice(Math.max(0, at - 4000), at);
  const statement = before.slice(before.lastIndexOf(';') + 1);
  const set = statement.search(ASSIGNS);
  if (set < 0) return false;
  const since = statement.slice(statement.toLowerCase().lastIndexOf(' set ') + 1);
  if (/\b(?:where|from|returning)\b/i.test(since)) return false;
  // Within brackets or a `case`, it is a comparison again.
  const depth = [...since].reduce((sum, sign) => sum + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0);
  const cases = (since.match(/\bcase\b/gi) ?? []).length - (since.match(/\bend\b/gi) ?? []).length;
  return depth <= 0 && cases <= 0;
}

/** Whether it scopes rows by merchant and mode, which has tests of its own for every call. */
function isOfTenancy(mask, kind, start, end) {
  const part =
    kind === 'term dropped'
      ? mask.slice(start, end)
      : mask.slice(Math.max(0, start - 24), Math.min(mask.length, end + 24));
  const terms = part.match(/[\w.]*\b(?:merchant_id|mode)\s*(?:=|<>)/g) ?? [];
  if (kind === 'comparison') return /\b(?:merchant_id|mode)\s*$/.test(mask.slice(0, start));
  return kind === 'term dropped' && terms.length > 0 && !/\b(?:and|or)\b[\s\S]*\b(?:and|or)\b/i.test(part);
}

/** Every fault that can be planted in a text. @returns offsets and replacement, with the kind of fault. */
export function faultsOf(text) {
  const mask = masked(text);
  const faults = [];
  const add = (kind, start, end, replacement) => {
    if (!isOfTenancy(mask, kind, start, end)) faults.push({ kind, start, end, replacement });
  };
  const each = (pattern, found) => {
    for (const match of mask.matchAll(pattern)) found(match, match.index);
  };

  each(/(?<![<>=!:|&@#~?*+/-])(<=|>=|<>|<|>|=)(?![<>=|&@#~?>])/g, ([sign], at) => {
    if (mask.slice(at - 1, at + 2).includes('=>')) return;
    if (sign === '=' && isAssignment(mask, at)) return;
    for (const other of TURNED[sign]) add('comparison', at, at + sign.length, other);
  });
  // Only between two operands: not a sign before a number, `count(*)` or `%rowtype`.
  each(/(?<=[\w)\]]\s?)(?<!\b(?:select|returning)\s)([+\-*/])(?=\s?[\w(])/gi, ([sign], at) => {
    if (mask.slice(at - 1, at + 2).match(/--|\(\*|\*\)|->/)) return;
    add('arithmetic', at, at + 1, ARITHMETIC[sign]);
  });
  // `and …` up to the next word that ends a condition, at the same bracket depth.
  each(/\b(and|or)\b/gi, ([word], at) => {
    if (/\bbetween\b[^;]{0,80}$/i.test(mask.slice(0, at)) && word.toLowerCase() === 'and') return;
    let depth = 0;
    let end = at + word.length;
    const stop =
      /^(?:and|or|then|group|order|limit|for|returning|union|loop|on|left|join|where|else|end|from|as|into|loop)\b/i;
    while (end < mask.length) {
      const sign = mask[end];
      if (sign === '(') depth += 1;
      if (sign === ')') depth -= 1;
      // A `case` of the term ends within it.
      const begins = /\W/.test(mask[end - 1]) ? /^(?:case|end)\b/i.exec(mask.slice(end, end + 5))?.[0] : '';
      if (begins?.toLowerCase() === 'case') depth += 1;
      if (begins?.toLowerCase() === 'end' && depth > 0) {
        depth -= 1;
        end += 3;
        continue;
      }
      if (depth < 0 || sign === ';' || sign === '`') break;
      if (depth === 0 && sign === ',') break;
      const isWord = depth === 0 && /\W/.test(mask[end - 1]) && stop.test(mask.slice(end, end + 12));
      if (isWord && !/\bdistinct\s+$/i.test(mask.slice(0, end))) break;
      end += 1;
    }
    add('term dropped', at, end, ' ');
    add('and / or', at, at + word.length, word.toLowerCase() === 'and' ? 'or' : 'and');
  });
  each(/\bnot\s+(?!null\b|found\b|exists\b|in\b|like\b|distinct\b)/gi, ([whole], at) =>
    add('not dropped', at, at + whole.length, ''),
  );
  each(/\bif not found\b/gi, (_, at) => add('not dropped', at, at + 'if not found'.length, 'if found'));
  each(/\bis not null\b/gi, ([whole], at) => add('null', at, at + whole.length, 'is null'));
  each(/\bis null\b/gi, ([whole], at) => add('null', at, at + whole.length, 'is not null'));
  each(/\btrue\b/gi, (_, at) => add('constant', at, at + 4, 'false'));
  each(/\bfalse\b/gi, (_, at) => add('constant', at, at + 5, 'true'));
  each(/(?<![\w.$'])(\d+)(?![\w.'])/g, ([digits], at) =>
    add('constant', at, at + digits.length, String(Number(digits) + 1)),
  );
  each(/\bgreatest\b/gi, (_, at) => add('bound', at, at + 8, 'least'));
  each(/\bleast\b/gi, (_, at) => add('bound', at, at + 5, 'greatest'));
  each(/\bmin\(/gi, (_, at) => add('bound', at, at + 4, 'max('));
  each(/\bmax\(/gi, (_, at) => add('bound', at, at + 4, 'min('));
  return faults.sort((a, b) => a.start - b.start);
}

/** A text with one fault in it. */
export const planted = (text, { start, end, replacement }) =>
  text.slice(0, start) + replacement + text.slice(end);

/** The functions of the schema's sources: name, text, and where the body begins in it. */
export function functionsOf(schema) {
  // A function with an expression body has no `$$`, and must not reach into the next.
  const pattern = /create or replace function (\w+)\((?:(?!\ncreate )[\s\S])*?\nas \$\$([\s\S]*?)\$\$;/g;
  return [...schema.matchAll(pattern)].map((match) => ({
    name: match[1],
    text: match[0].replace(/;$/, ''),
    body: match[0].indexOf('$$') + '$$'.length,
  }));
}
