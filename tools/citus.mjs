// Reads the schema and every SQL text of the server, and names what a Citus cluster would refuse of them: docs/scale.md.
// Which table is distributed by merchant, which is on every machine and which stays on the coordinator is in
// deploy/citus/tables.json; what is not mended yet is listed there with its reason, and nothing may be added to that list
// without one. `node tools/citus.mjs` prints every finding.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindsOf } from '../deploy/citus/database.mjs';

const TEST = /\.test\.ts$|(?:^|[/\\])testing\.ts$|[/\\]testing[/\\]/;
/** What holds a table's name in a statement: what writes it, what locks it, what reads it. */
const WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(\w+)/gi;
const NAMES = /\b(?:from|join|into|update|using|,)\s+(?:only\s+|lateral\s+)?(\w+)/gi;
const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i;
const SKIPS = /\bskip\s+locked\b/i;
/** The merchant, given: by a value, a variable of a function, or an element of one. */
const GIVEN =
  /\b(?:merchant_id|of_merchant)\s*(?:=|in\b)\s*(?:\s*\$|\d|\(?\s*[pv]_\w+|new\.|old\.|any\s*\()|\bmerchant_id, \w+\) (?:=|in)/i;
const VALUE = /\bmerchant_id\s*=\s*(?:\s*\$|[pv]_\w+|new\.|old\.)/i;

/** @returns a schema's tables, keys, triggers and functions. */
export function readSchema(text) {
  const tables = new Map();
  for (const [, name, body] of text.matchAll(/^create (?:unlogged )?table (\w+) \(([\s\S]*?)^\)/gm)) {
    const lines = body.split('\n').map((line) => line.trim());
    const uniques = lines
      .map((line) =>
        /^constraint (\w+) (?:PRIMARY KEY|UNIQUE(?: NULLS NOT DISTINCT)?) \(([^)]*)\)/.exec(line),
      )
      .filter(Boolean)
      .map(([, key, columns]) => ({ key, columns: columns.split(/,\s*/) }));
    tables.set(name, {
      hasMerchant: lines.some((line) => /^merchant_id bigint not null/.test(line)),
      hasIdentity: lines.some((line) => / as identity/.test(line)),
      uniques,
    });
  }
  for (const [, key, table, columns] of text.matchAll(
    /^CREATE UNIQUE INDEX (\w+) ON public\.(\w+) USING \w+ \((.*?)\)(?: INCLUDE .*)?(?: NULLS NOT DISTINCT)?(?: WHERE .*)?;$/gm,
  ))
    tables.get(table)?.uniques.push({ key, columns: columns.split(/,\s*/) });
  const keys = [
    ...text.matchAll(/^alter table (\w+) add constraint (\w+) FOREIGN KEY .*? REFERENCES (\w+)\(/gm),
  ].map(([, of, name, to]) => ({ of, name, to }));
  const triggers = [
    ...text.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) (.*?) ON public\.(\w+) (.*)$/gm),
  ].map(([, name, , of, rest]) => ({
    name,
    of,
    calls: /EXECUTE FUNCTION (\w+)/.exec(rest)[1],
    given: [...rest.matchAll(/\b(?:OLD|NEW) TABLE AS (\w+)/g)].map(([, given]) => given),
  }));
  const functions = new Map(
    [
      ...text.matchAll(
        /^CREATE OR REPLACE FUNCTION public\.(\w+)\(((?:(?!CREATE OR REPLACE FUNCTION)[\s\S])*?)AS \$function\$([\s\S]*?)\$function\$/gm,
      ),
    ].map(([, name, head, body]) => [
      name,
      {
        isSql: /LANGUAGE sql/.test(head),
        body: body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''"),
      },
    ]),
  );
  return { tables, keys, triggers, functions };
}

/** @returns the statements of a function: what stands between semicolons. */
const statementsOf = (body) =>
  body
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);

/** @returns the tables that a text names, of those that are known. */
const namedIn = (text, known) =>
  [...new Set([...text.matchAll(NAMES)].map(([, name]) => name))].filter((name) => known.has(name));
const writtenIn = (text, known) =>
  [...new Set([...text.matchAll(WRITES)].map(([, name]) => name))].filter((name) => known.has(name));

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
      else if (char === "'" || char === '"') {
        skipString(char);
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
        const name = /^\s*(\w+)\s*(?:\(|$)/.exec(source.slice(from, at))?.[1] ?? '';
        text += nested.length > 0 ? ` ${nested.join(' ')} ` : ` $${name} `;
      } else text += source[at];
    }
    at += 1;
    return text;
  };
  texts.push(...code());
  return texts
    .map((text) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' '))
    .filter((text) => /\b(?:select|insert into|update|delete from)\b/i.test(text));
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

/** Each rule of the schema. @returns findings as `rule: place` */
export function schemaFindings({ tables, keys, triggers, functions }, classes) {
  const kinds = kindsOf(classes);
  const findings = [];
  const find = (rule, place) => findings.push(`${rule}: ${place}`);
  for (const name of tables.keys()) if (!kinds.has(name)) find('table in no class', name);
  for (const name of kinds.keys()) if (!tables.has(name)) find('no such table', name);
  const isDistributed = (name) => kinds.get(name) === 'distributed';

  for (const [name, { hasMerchant, uniques }] of tables) {
    if (!isDistributed(name)) continue;
    if (!hasMerchant) find('distributed table without merchant_id', name);
    for (const { key, columns } of uniques)
      if (!columns.includes('merchant_id')) find('unique key across machines', key);
  }
  for (const { of, name, to } of keys) {
    const [from, target] = [kinds.get(of), kinds.get(to)];
    const kept = target === 'reference' || (from === target && from !== undefined);
    if (!kept) find('foreign key across machines', name);
  }

  /** All that a function does, with what it calls. */
  const reach = (name, seen = new Set()) => {
    if (seen.has(name) || !functions.has(name)) return [];
    seen.add(name);
    const { body } = functions.get(name);
    const called = [...body.matchAll(/\b(\w+)\s*\(/g)].map(([, each]) => each);
    return [name, ...called.flatMap((each) => reach(each, seen))];
  };
  for (const { name, of, calls, given } of triggers) {
    const place = `${name} of ${of}`;
    for (const each of given) {
      for (const statement of statementsOf(functions.get(calls)?.body ?? ''))
        if (
          new RegExp(`\\b${each}\\b`).test(statement.replace(/\bfor each\b/gi, '')) &&
          namedIn(statement, tables).length > 0 &&
          kinds.get(of) !== 'coordinator'
        )
          find('transition table beside a table', `${calls} (${namedIn(statement, tables)})`);
    }
    if (kinds.get(of) === 'reference') {
      const bodies = reach(calls).map((each) => functions.get(each).body);
      if (bodies.some((body) => writtenIn(body, tables).length > 0 || /\b(?:pg_notify|add_job)\b/.test(body)))
        find('trigger of a table on every machine does more than once', place);
      if (bodies.some((body) => namedIn(body, tables).some((each) => kinds.get(each) !== 'reference')))
        find('trigger of a table on every machine reads others', place);
    }
    if (!isDistributed(of)) continue;
    for (const reached of reach(calls)) {
      if (reached === 'tell_servers' || reached === 'queue_job') continue;
      const { body } = functions.get(reached);
      if (/\b(?:pg_notify|add_job)\b/.test(body))
        find('trigger of a merchant’s table tells or queues itself', `${place} (${reached})`);
      for (const table of writtenIn(body, tables)) {
        if (!isDistributed(table))
          find('trigger of a merchant’s table writes elsewhere', `${place} (${table})`);
        if (tables.get(table).hasIdentity && new RegExp(`\\binsert\\s+into\\s+${table}\\b`).test(body))
          find('trigger of a merchant’s table draws a number', `${place} (${table})`);
      }
      for (const table of namedIn(body, tables))
        if (kinds.get(table) === 'coordinator')
          find('trigger of a merchant’s table reads what only the coordinator has', `${place} (${table})`);
    }
  }
  for (const [name, { isSql, body }] of functions) {
    if (isSql && namedIn(body, tables).some(isDistributed))
      find('function in SQL reads merchants’ tables', name);
    if (/\badd_job\b/.test(body) && name !== 'queue_job') find('function adds a job itself', name);
    for (const statement of statementsOf(body)) {
      const spread = namedIn(statement, tables).filter(isDistributed);
      if (spread.length > 0 && LOCKS.test(statement) && !GIVEN.test(statement))
        find('lock of rows without the merchant', `${name}() (${spread})`);
      if (
        writtenIn(statement, tables).some(isDistributed) &&
        /\binsert into\b[\s\S]*\bvalues\b[\s\S]*\bcase \w+ when\b/i.test(statement)
      )
        find('case of a variable in an insert', `${name}()`);
    }
  }
  return findings;
}

/** @returns the texts in parentheses that are queries, whatever they are nested in. */
function subqueriesOf(text) {
  const found = [];
  for (const { index } of text.matchAll(/\(\s*select\b/gi)) {
    let depth = 0;
    let end = index;
    do {
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
      end += 1;
    } while (depth > 0 && end < text.length);
    found.push(text.slice(index, end));
  }
  return found;
}

/** Each rule of statements. @returns findings as `rule: place` */
export function statementFindings(file, texts, { tables }, classes) {
  const kinds = kindsOf(classes);
  const of = (kind) => (name) => kinds.get(name) === kind;
  const findings = [];
  const find = (rule, names) => findings.push(`${rule}: ${file.replaceAll('\\', '/')} (${names})`);
  for (const text of texts) {
    const named = namedIn(text, tables);
    const spread = named.filter(of('distributed'));
    if (spread.length === 0) continue;
    if (LOCKS.test(text) && !GIVEN.test(text))
      find(
        SKIPS.test(text) ? 'locks the next rows of any merchant' : 'lock of rows without the merchant',
        spread,
      );
    const changed = /^\s*(?:with\b[\s\S]*?\)\s*)?(?:update|delete from)\s+(\w+)/i.exec(text)?.[1];
    if (changed && of('reference')(changed))
      find('change of a table that is whole by merchants’ rows', `${changed}: ${spread}`);
    const whole = [...text.matchAll(/\b(?:from|join) (\w+) (?:as )?(\w+)/gi)].filter(
      ([, table]) => kinds.has(table) && !of('distributed')(table),
    );
    const aliases = whole
      .map(([, , alias]) => alias)
      .filter((alias) => !/^(?:where|on|order|left|join|cross|limit|for|group|using|set)$/i.test(alias));
    for (const inner of subqueriesOf(text)) {
      const asked = namedIn(inner, tables).filter(of('distributed'));
      const by = aliases.some(
        (alias) =>
          new RegExp(`\\bmerchant_id = ${alias}\\.(?:id|merchant_id)\\b`).test(inner) &&
          !new RegExp(`\\b(?:from|join) \\w+ ${alias}\\b`).test(inner),
      );
      if (asked.length > 0 && by && !VALUE.test(inner))
        find('subquery of merchants’ rows by a table that is whole', asked);
    }
    // What follows a table that is whole, up to the next condition.
    for (const [, first, rest] of text.matchAll(
      /\bfrom (\w+)\b((?:(?!\bfrom\b|\bwhere\b|\border by\b).)*)/gi,
    )) {
      if (!kinds.has(first) || of('distributed')(first)) continue;
      const outer = [...rest.matchAll(/\bleft join (\w+)(.*?)(?=\bleft join\b|\bjoin\b|$)/gi)].filter(
        ([, table, on]) => of('distributed')(table) && !VALUE.test(on),
      );
      if (outer.length > 0)
        find(
          'outer join to merchants’ rows without the merchant',
          outer.map(([, table]) => table),
        );
    }
  }
  return findings;
}

/** @returns every finding of the sources under `root`. */
export function findingsOf(root) {
  const schema = readSchema(readFileSync(join(root, 'server/schema.sql'), 'utf8'));
  const { tables: classes } = JSON.parse(readFileSync(join(root, 'deploy/citus/tables.json'), 'utf8'));
  const source = join(root, 'server/src');
  const files = readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !TEST.test(file))
    .sort();
  const sources = files.map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }));
  // A part of another file counts only by whether it gives the merchant.
  const scopes = new Set(
    sources.flatMap(({ text }) =>
      [...partsOf(text)].filter(([, part]) => VALUE.test(part)).map(([name]) => name),
    ),
  );
  const statements = sources.flatMap(({ file, text }) => {
    const own = partsOf(text);
    const part = (value, name) =>
      own.has(name) ? ` ${own.get(name)} ` : scopes.has(name) ? ' merchant_id = $ ' : value;
    // Twice: a part may have parts.
    const whole = (sql) => sql.replace(/ \$(\w+) /g, part).replace(/ \$(\w+) /g, part);
    return statementFindings(file, sqlOf(text).map(whole), schema, classes);
  });
  return [...new Set([...schemaFindings(schema, classes), ...statements])];
}

/** @returns what is wrong: findings that are not listed, and listed ones that are mended. */
export function citusProblems(root) {
  const { known } = JSON.parse(readFileSync(join(root, 'deploy/citus/tables.json'), 'utf8'));
  const listed = new Set(Object.values(known).flat());
  const found = findingsOf(root);
  return [
    ...found.filter((each) => !listed.has(each)).map((each) => `Citus refuses this (docs/scale.md): ${each}`),
    ...[...listed]
      .filter((each) => !found.includes(each))
      .map((each) => `Mended: take it off deploy/citus/tables.json: ${each}`),
  ];
}

/** @returns whether a cluster would take all but what is listed. */
export function checkCitus(root) {
  const problems = citusProblems(root);
  for (const problem of problems) console.error(problem);
  console.log(`Citus: ${problems.length} problems.`);
  return problems.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const finding of findingsOf(fileURLToPath(new URL('..', import.meta.url)))) console.log(finding);
}
