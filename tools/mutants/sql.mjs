// Faults for SQL: comparisons turned, terms dropped, constants moved. Works on text, so that functions of the database
// and queries in the server's tagged templates are treated alike.

/**
 * What is not to be touched: comments, strings, quoted names and the insides of `${…}`, as spaces of the same length; and
 * what decides nothing: the words of an error, the order of a list, how many of a batch, how long a type is.
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

/** Where a statement assigns or names, `=` compares nothing. */
const ASSIGNS = /\b(?:set|update[^;]*?\bset)\b[^;]*$/i;

/** Whether the `=` at an offset stands in the list of an `update … set`, before its `where`. */
function isAssignment(mask, at) {
  const before = mask.slice(Math.max(0, at - 4000), at);
  const statement = before.slice(before.lastIndexOf(';') + 1);
  const set = statement.search(ASSIGNS);
  if (set < 0) return false;
  const since = statement.slice(statement.toLowerCase().lastIndexOf(' set ') + 1);
  if (/\b(?:where|from|returning)\b/i.test(since)) return false;
  // Within brackets or a `case`, it compares again.
  const depth = [...since].reduce((sum, sign) => sum + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0);
  const cases = (since.match(/\bcase\b/gi) ?? []).length - (since.match(/\bend\b/gi) ?? []).length;
  return depth <= 0 && cases <= 0;
}

/** Whose row it is, and in which mode, is not a rule of money, and has tests of its own for every call. */
function isOfTenancy(mask, kind, start, end) {
  const part =
    kind === 'term dropped'
      ? mask.slice(start, end)
      : mask.slice(Math.max(0, start - 24), Math.min(mask.length, end + 24));
  const terms = part.match(/[\w.]*\b(?:merchant_id|mode)\s*(?:=|<>)/g) ?? [];
  if (kind === 'comparison') return /\b(?:merchant_id|mode)\s*$/.test(mask.slice(0, start));
  return kind === 'term dropped' && terms.length > 0 && !/\b(?:and|or)\b[\s\S]*\b(?:and|or)\b/i.test(part);
}

/**
 * Every fault that can be planted in a text.
 * @returns offsets and what is put there instead, with a name for the kind of fault.
 */
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
  // Between two operands: a sign before a number, `count(*)` and `%rowtype` are none.
  each(/(?<=[\w)\]]\s?)(?<!\b(?:select|returning)\s)([+\-*/])(?=\s?[\w(])/gi, ([sign], at) => {
    if (mask.slice(at - 1, at + 2).match(/--|\(\*|\*\)|->/)) return;
    add('arithmetic', at, at + 1, ARITHMETIC[sign]);
  });
  // `and …` up to the next word that ends a condition, at the same depth of brackets.
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

/** The functions of a schema as it is written down: name, whole text, and where the body begins in it. */
export function functionsOf(schema) {
  // One whose body is an expression has no `$function$`, and does not reach into the next.
  const pattern =
    /CREATE OR REPLACE FUNCTION public\.(\w+)\((?:(?!\nCREATE )[\s\S])*?\nAS \$function\$([\s\S]*?)\$function\$;/g;
  return [...schema.matchAll(pattern)].map((match) => ({
    name: match[1],
    text: match[0].replace(/;$/, ''),
    body: match[0].indexOf('$function$') + '$function$'.length,
  }));
}
