// Reads the schema and the SQL texts of sources, for tools/citus.mjs.
/** What holds a table's name in a statement: what writes it, what locks it, what reads it. */
const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:public\.)?(\w+)/gi;
const NAMES = /\b(?:from|join|into|update|using|,)\s+(?:only\s+|lateral\s+)?(?:public\.)?(\w+)/gi;

/** @returns a schema's tables, keys, triggers and functions, and what of it is not read here. */
export function readSchema(text) {
  const tables = new Map();
  for (const [, name, body] of text.matchAll(/^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\)/gm)) {
    const lines = body.split('\n').map((line) => line.trim());
    const uniques = lines
      .map((line) =>
        /^(?:constraint (\w+) )?(?:primary key|unique(?: nulls not distinct)?) \(([^)]*)\)/.exec(line),
      )
      .filter(Boolean)
      .map(([, key = `${name}_pkey`, columns]) => ({ key, columns: columns.split(/,\s*/) }));
    tables.set(name, {
      hasMerchant: lines.some((line) => /^merchant_id bigint not null/.test(line)),
      hasIdentity: lines.some((line) => / as identity/.test(line)),
      hasSmallNumbers: lines.some((line) => /^\w+ (?:int|integer|smallint)\b.* as identity/.test(line)),
      excludes: lines.map((line) => /^constraint (\w+) exclude/.exec(line)?.[1]).filter(Boolean),
      uniques,
    });
  }
  // The columns may be expressions of several lines.
  for (const { 1: key, 2: table, index, 0: head } of text.matchAll(
    /^create unique index (\w+) on (\w+) (?:using \w+ )?\(/gm,
  ))
    tables.get(table)?.uniques.push({ key, columns: partsBetween(insideOf(text, index + head.length - 1)) });
  const keys = [
    ...text.matchAll(
      /^alter table (\w+) add constraint (\w+) foreign key \(([^)]*)\) references (\w+) \(([^)]*)\)(.*)$/gm,
    ),
  ].map(([, of, name, columns, to, others, rest]) => ({
    of,
    name,
    to,
    deletes: / on delete /.test(rest),
    /** The merchant is that of the other row. */
    byMerchant: partsBetween(others)[partsBetween(columns).indexOf('merchant_id')] === 'merchant_id',
    /** Which columns are emptied with the other row. */
    empties: / on delete set (?:null|default)(?: \(([^)]*)\))?/.test(rest)
      ? (/ on delete set (?:null|default) \(([^)]*)\)/.exec(rest)?.[1] ?? columns).split(/,\s*/)
      : [],
  }));
  const triggers = [...text.matchAll(/^create (?:constraint )?trigger (\w+) (.*?) on (\w+) (.*)$/gm)].map(
    ([, name, when, of, rest]) => ({
      name,
      of,
      when,
      calls: /execute function (\w+)/.exec(rest)[1],
      given: [...rest.matchAll(/\b(?:old|new) table as (\w+)/g)].map(([, given]) => given),
    }),
  );
  const functions = new Map(
    [
      ...text.matchAll(
        /^create or replace function (\w+)\(((?:(?!create or replace function)[\s\S])*?)as \$\$([\s\S]*?)\$\$/gm,
      ),
    ].map(([, name, head, body]) => [
      name,
      {
        isSql: /language sql/.test(head),
        rows: [...`(${head}`.matchAll(/[(,]\s*\w+ (\w+)/g)]
          .map(([, type]) => type)
          .filter((type) => tables.has(type)),
        body: body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''"),
      },
    ]),
  );
  // A function of one expression has no body here: it reads no table.
  const unread = [...text.matchAll(/^(?:create|alter)\b.*$/gim)]
    .filter(({ 0: line, index }) => {
      const made = /^create or replace function (\w+)/.exec(line)?.[1];
      if (made)
        return (
          !functions.has(made) && namedIn(text.slice(index, text.indexOf('\n\n', index)), tables).length > 0
        );
      return !READ.test(line);
    })
    .map(({ 0: line }) => line.slice(0, 60));
  const odd = [...text.matchAll(/^\) (?!with \().*$/gm)].map(([line]) => line);
  return { tables, keys, triggers, functions, unread: [...unread, ...odd] };
}

/** What of a schema is read here, or has no rows. */
const READ =
  /^(?:create (?:unlogged )?table|create (?:unique )?index|create (?:constraint )?trigger|create extension|create type|insert into|alter table \w+ (?:add constraint|enable (?:always|replica) trigger))\b/i;

/** @returns what stands in the parentheses that open at `from`. */
function insideOf(text, from) {
  let depth = 0;
  let end = from;
  do {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return text.slice(from + 1, end - 1);
}

/** @returns what stands between commas outside parentheses. */
export function partsBetween(text) {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((each) => each.trim());
}

/** @returns the statements of a function: what stands between semicolons. */
export const statementsOf = (body) =>
  body
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);

/** @returns the tables that a text names, of those that are known. */
export const namedIn = (text, known) =>
  [...new Set([...text.matchAll(NAMES)].map(([, name]) => name))].filter((name) => known.has(name));
export const writtenIn = (text, known) =>
  [...new Set([...text.matchAll(WRITES)].map(([, name]) => name))].filter((name) => known.has(name));

/** What stands before a regular expression, and one. */
const BEFORE_PATTERN = /(?:[(,=:[!&|?{};>]|\breturn)\s*$/;
const PATTERN = /^\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//;

/**
 * The SQL of a TypeScript file: its template literals with what is nested in them, values as `$`.
 * @returns texts that are statements, outermost first
 */
export function sqlOf(source) {
  const texts = [];
  let at = 0;
  const skipString = (quote) => {
    for (at += 1; at < source.length && source[at] !== quote; at += 1) if (source[at] === '\\') at += 1;
    at += 1;
  };
  /** Reads code until what closes it. @returns the texts of the templates in it */
  const code = (end) => {
    const found = [];
    let depth = 0;
    while (at < source.length) {
      const char = source[at];
      if (char === end && depth === 0) break;
      if (source.startsWith('//', at)) at = (source.indexOf('\n', at) + 1 || source.length + 1) - 1;
      else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 1;
      // Quotes in a regular expression open no text.
      else if (char === '/' && BEFORE_PATTERN.test(source.slice(Math.max(0, at - 40), at)))
        at += (PATTERN.exec(source.slice(at))?.[0].length ?? 1) - 1;
      else if (char === "'" || char === '"') {
        const from = at;
        skipString(char);
        if (/\bunsafe\(\s*$/.test(source.slice(Math.max(0, from - 20), from)))
          found.push(source.slice(from + 1, at - 1));
        continue;
      } else if (char === '`') {
        found.push(template());
        continue;
      } else if (char === '{') depth += 1;
      else if (char === '}') depth -= 1;
      at += 1;
    }
    return found;
  };
  const template = () => {
    let text = '';
    for (at += 1; at < source.length && source[at] !== '`'; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source.startsWith('${', at)) {
        at += 2;
        const from = at;
        const nested = code('}');
        const name = /^\s*(?:(?:db|tx)\.unsafe\(\s*)?(\w+)\s*[()]?/.exec(source.slice(from, at))?.[1] ?? '';
        text += nested.length > 0 ? ` ${nested.join(' ')} ` : ` $${name} `;
      } else text += source[at];
    }
    at += 1;
    return text;
  };
  texts.push(...code());
  return texts
    .map((text) =>
      text
        .replace(/--.*$/gm, '')
        .replace(/"(\w+)"/g, '$1')
        .replace(/\s+/g, ' '),
    )
    .filter((text) => /\b(?:select|insert into|update|delete from|merge into)\b/i.test(text));
}

/** @returns what each named part of a statement is: `const whose = … => db`…``, or a function's templates. */
export function partsOf(source) {
  const parts = new Map();
  for (const found of source.matchAll(
    /^ *(?:export )?(?:const|function) (\w+)[\s\S]*?(?=^ *(?:export |const |function |async |interface |return |if |\/\*\*|await )|(?![\s\S]))/gm,
  )) {
    const texts = [...found[0].matchAll(/`([^`]*)`/g)].map(([, text]) =>
      text.replace(/\$\{(?:\s*(\w+)\s*(?:\([^}]*\))?|[^}]*)\}/g, ' $$$1 ').replace(/\s+/g, ' '),
    );
    if (texts.length > 0) parts.set(found[1], texts.join(' '));
  }
  return parts;
}

/** @returns the texts in parentheses that are queries, whatever they are nested in. */
export function subqueriesOf(text) {
  const found = [];
  for (const { index } of text.matchAll(/\(\s*select\b/gi)) found.push(`(${insideOf(text, index)})`);
  return found;
}
