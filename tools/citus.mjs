// Reads the schema and every SQL text of the server, and names what a Citus cluster would refuse of them: docs/scale.md.
// Which table is distributed by merchant, which is on every machine and which stays on the coordinator is in
// deploy/citus/tables.json; what is not mended yet is listed there with its reason, and nothing may be added to that list
// without one. `node tools/citus.mjs` prints every finding.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kindsOf } from '../deploy/citus/database.mjs';
import {
  namedIn,
  partsBetween,
  partsOf,
  readSchema,
  sqlOf,
  statementsOf,
  subqueriesOf,
  writtenIn,
} from './citus-reads.mjs';
import { readSchemaSources } from './schema-sources.mjs';
import { TEST } from './tables.mjs';

const LOCKS = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i;
const SKIPS = /\bskip\s+locked\b/i;
/** The merchant, given: by a value, a variable of a function, or an element of one. */
const GIVEN =
  /\b(?:merchant_id|of_merchant)\s*(?:=|in\b)\s*(?:\s*\$|\d|\(?\s*[pv]_\w+|new\.|old\.|any\s*\()|\bmerchant_id, \w+\) (?:=|in)/i;
const VALUE = /\bmerchant_id\s*=\s*(?:\s*\$|[pv]_\w+|new\.|old\.)/i;

/** Each rule of the schema. @returns findings as `rule: place` */
export function schemaFindings({ tables, keys, triggers, functions, unread }, classes) {
  const kinds = kindsOf(classes);
  const findings = [];
  const find = (rule, place) => findings.push(`${rule}: ${place}`);
  for (const each of unread) find('not read', each);
  for (const name of tables.keys()) if (!kinds.has(name)) find('table in no class', name);
  for (const name of kinds.keys()) if (!tables.has(name)) find('no such table', name);
  const isDistributed = (name) => kinds.get(name) === 'distributed';

  for (const [name, { hasMerchant, hasSmallNumbers, excludes, uniques }] of tables) {
    if (!isDistributed(name)) continue;
    if (!hasMerchant) find('distributed table without merchant_id', name);
    if (hasSmallNumbers) find('numbers smaller than bigint', name);
    for (const key of excludes) find('exclusion across machines', key);
    for (const { key, columns } of uniques)
      if (!columns.includes('merchant_id')) find('unique key across machines', key);
  }
  for (const { of, name, to, deletes, byMerchant, empties } of keys) {
    const [from, target] = [kinds.get(of), kinds.get(to)];
    if (from === 'distributed' && empties.includes('merchant_id'))
      find('foreign key that empties the merchant', name);
    if (from === 'distributed' && target === 'distributed' && !byMerchant)
      find('foreign key without the merchant', name);
    const kept = target === 'reference' || (from === target && from !== undefined);
    if (kept) continue;
    find('foreign key across machines', name);
    if (deletes) find('foreign key across machines deletes', name);
  }

  /** All that a function does, with what it calls. */
  const reach = (name, seen = new Set()) => {
    if (seen.has(name) || !functions.has(name)) return [];
    seen.add(name);
    const { body } = functions.get(name);
    const called = [...body.matchAll(/\b(\w+)\s*\(/g)].map(([, each]) => each);
    return [name, ...called.flatMap((each) => reach(each, seen))];
  };
  for (const { name, of, calls, given, when } of triggers) {
    const place = `${name} of ${of}`;
    // Parts of a table have no trigger of `truncate`, so nothing else of it either; not even tables of the coordinator have.
    if (/\btruncate\b.* or | or truncate\b/.test(when)) find('trigger of emptying and of more', place);
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
      for (const inner of subqueriesOf(body))
        if (BY_ANOTHER.test(inner) && namedIn(inner, tables).some(isDistributed))
          find('trigger of a merchant’s table asks by another row’s merchant', `${place} (${reached})`);
      if (/\b(?:pg_notify|add_job)\b|\bnotify\s+\w/i.test(body))
        find('trigger of a merchant’s table tells or queues itself', `${place} (${reached})`);
      if (/\bnextval\b/i.test(body))
        find('trigger of a merchant’s table draws a number', `${place} (${reached})`);
      for (const statement of statementsOf(body)) {
        const asked = namedIn(statement, tables).filter(isDistributed);
        if (asked.length > 0 && !/\bmerchant_id\b/.test(statement))
          find('trigger of a merchant’s table asks without the merchant', `${place} (${asked})`);
      }
      for (const table of writtenIn(body, tables)) {
        if (!isDistributed(table))
          find('trigger of a merchant’s table writes elsewhere', `${place} (${table})`);
        if (
          tables.get(table).hasIdentity &&
          new RegExp(`\\binsert\\s+into\\s+(?:public\\.)?${table}\\b`).test(body)
        )
          find('trigger of a merchant’s table draws a number', `${place} (${table})`);
      }
      for (const table of namedIn(body, tables))
        if (kinds.get(table) === 'coordinator')
          find('trigger of a merchant’s table reads what only the coordinator has', `${place} (${table})`);
    }
  }
  for (const [name, { isSql, rows, body }] of functions) {
    for (const table of rows)
      if (kinds.get(table) === 'coordinator')
        find('function takes a row of what only the coordinator has', `${name} (${table})`);
    if (isSql && namedIn(body, tables).some(isDistributed))
      find('function in SQL reads merchants’ tables', name);
    if (/\badd_job\b/.test(body) && name !== 'queue_job') find('function adds a job itself', name);
    if (/\bexecute\b/i.test(body)) find('function runs a text, which nobody reads', name);
    for (const statement of statementsOf(body)) {
      const spread = namedIn(statement, tables).filter(isDistributed);
      if (spread.length > 0 && LOCKS.test(statement) && !GIVEN.test(statement))
        find('lock of rows without the merchant', `${name}() (${spread})`);
      if (
        writtenIn(statement, tables).some(isDistributed) &&
        /\binsert into\b[\s\S]*\bvalues\b[\s\S]*\bcase \w+ when\b/i.test(statement)
      )
        find('case of a variable in an insert', `${name}()`);
      for (const asked of withoutColumnsBesideChange(statement, tables, isDistributed))
        find('subquery without columns beside a change', `${name}() (${asked})`);
      for (const rule of refusedOf(statement.replace(/\s+/g, ' '), tables, isDistributed))
        find(rule, `${name}() (${spread})`);
    }
  }
  return findings;
}

/** A part of a statement that changes rows: what else the statement asks is read by its columns then. */
const CHANGES_IN_A_PART = /\bwith\b[\s\S]*?\bas\s+(?:materialized\s+)?\(\s*(?:insert|update|delete)\b/i;

/** @returns of which merchants' tables a statement that changes rows in a part asks for rows without any column, each time */
function withoutColumnsBesideChange(text, tables, isDistributed) {
  if (!CHANGES_IN_A_PART.test(text)) return [];
  return subqueriesOf(text)
    .filter((inner) => /^\(\s*select\s+from\b/i.test(inner))
    .map((inner) => namedIn(inner, tables).filter(isDistributed))
    .filter((asked) => asked.length > 0);
}

/** Rows of several tables, named one after the other. */
const LISTED = /\bfrom ((?:\w+(?: (?:as )?\w+)? ?, ?(?:lateral )?)+\w+)/gi;
/** A table with what it is called in its statement. */
const CALLED = /\b(?:from|join|,) (?:lateral )?(\w+)(?: (?:as )?(\w+))?/gi;
const CALLS_NOTHING =
  /^(?:where|on|order|left|right|full|inner|join|cross|natural|limit|for|group|using|set|union|returning)$/i;
/** Merchants, several. */
const SEVERAL = /\bmerchant_id (?:in \(\$? ?\w* ?,|= any ?\()/i;
/** Values that are others each time they are asked. */
const VOLATILE = /\b(?:random|clock_timestamp|timeofday|gen_random_uuid|nextval)\s*\(/i;

/**
 * What Citus refuses of merchants’ rows whoever asks, a statement of the server, of a function or of a migration.
 * @returns the rules, each once
 */
function refusedOf(text, tables, isDistributed) {
  const found = new Set();
  const isSpread = (name) => tables.has(name) && isDistributed(name);
  if (namedIn(text, tables).filter(isDistributed).length === 0) return found;
  const isGiven = GIVEN.test(text);
  for (const [, list] of text.matchAll(LISTED)) {
    const spread = list.split(',').filter((each) => isSpread(/^ ?(?:lateral )?(\w+)/i.exec(each)?.[1]));
    if (spread.length > 1 && !/\bmerchant_id\b/.test(text))
      found.add('join of merchants’ rows without the merchant');
  }
  const changed = /\b(?:update|insert into) (?:only )?(\w+)\b/gi;
  for (const { 1: table, index } of text.matchAll(changed)) {
    if (!isSpread(table)) continue;
    const from = /^update .*? from (\w+)\b/i.exec(text.slice(index))?.[1];
    if (isSpread(from) && !/\bmerchant_id\b/.test(text))
      found.add('join of merchants’ rows without the merchant');
    if (/\bon conflict\b.* do update set .*\(\s*select\b/i.test(text.slice(index)))
      found.add('subquery in a change on conflict');
    const sets = /\bset (.*?)(?= where | from | returning |$)/i.exec(text.slice(index))?.[1] ?? '';
    const values = partsBetween(sets);
    if (values.some((each) => /^merchant_id =/i.test(each))) found.add('change of a row’s merchant');
    if (/^update/i.test(text.slice(index)) && VOLATILE.test(sets))
      found.add('change by a value that is another each time');
  }
  const merged = [...text.matchAll(/\bmerge into (\w+).*? using (\w+).*? on (.*?) when\b/gi)];
  if (merged.some(([, to, by, on]) => !isSpread(to) || (isSpread(by) && !/\bmerchant_id\b/.test(on))))
    found.add('merge without the merchant');
  if (LOCKS.test(text) && SEVERAL.test(text)) found.add('lock of several merchants’ rows');
  if (/\bwith recursive\b/i.test(text) && !isGiven) found.add('recursion without the merchant');
  if (/\b(?:grouping sets|rollup|cube) \(/i.test(text) && !isGiven)
    found.add('grouping sets without the merchant');
  const called = [...text.matchAll(CALLED)]
    .filter(([, table]) => isSpread(table))
    .map(([, table, alias]) => (alias && !CALLS_NOTHING.test(alias) ? alias : table));
  for (const inner of subqueriesOf(text)) {
    if (/\bmerchant_id\b/.test(inner) || namedIn(inner, tables).filter(isDistributed).length === 0) continue;
    const own = [...inner.matchAll(CALLED)].flatMap(([, table, alias]) => [table, alias]);
    if (called.some((alias) => !own.includes(alias) && new RegExp(`\\b${alias}\\.\\w`).test(inner)))
      found.add('subquery of merchants’ rows without the merchant');
  }
  return found;
}

/** A subquery that takes the merchant from a row around it. */
const BY_ANOTHER = /\bmerchant_id = (?!new\.|old\.|[pv]_|excluded\.)\w+\.merchant_id\b/i;

/** Each rule of statements. @returns findings as `rule: place` */
export function statementFindings(file, texts, { tables, functions }, classes) {
  const kinds = kindsOf(classes);
  const of = (kind) => (name) => kinds.get(name) === kind;
  const findings = [];
  const find = (rule, names) => findings.push(`${rule}: ${file.replaceAll('\\', '/')} (${names})`);
  for (const text of texts) {
    const named = namedIn(text, tables);
    const spread = named.filter(of('distributed'));
    if (spread.length === 0) continue;
    for (const rule of refusedOf(text, tables, of('distributed'))) find(rule, spread);
    if (LOCKS.test(text) && !GIVEN.test(text))
      find(
        SKIPS.test(text) ? 'locks the next rows of any merchant' : 'lock of rows without the merchant',
        spread,
      );
    if (/\bfrom \(\s*select from\b/i.test(text)) find('subquery without columns', spread);
    for (const asked of withoutColumnsBesideChange(text, tables, of('distributed')))
      find('subquery without columns beside a change', asked);
    if (/\b(?:min|max)\((?:\w+\.)?mode\)/i.test(text)) find('least or greatest of modes', spread);
    if (/\bsum\(\s*\(\s*select\b/i.test(text) && !VALUE.test(text)) find('sum of subqueries', spread);
    if (/\binsert into (\w+)[^;]*?\bvalues\b/i.test(text))
      for (const inner of subqueriesOf(text.slice(text.search(/\bvalues\b/i)))) {
        const asked = namedIn(inner, tables).filter(of('distributed'));
        if (asked.length > 0) find('values of an insert ask merchants’ rows', asked);
      }
    for (const [name, { rows }] of functions)
      if (rows.length > 0 && new RegExp(`\\b${name}\\(`).test(text)) find(`row given to ${name}()`, spread);
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
      // Only rows of tables that are whole call a merchant otherwise.
      const isOfOthers = /\bmerchant_id = \w+\.(?!merchant_id\b|id\b)\w+/.test(inner);
      const by =
        isOfOthers ||
        aliases.some(
          (alias) =>
            new RegExp(`\\bmerchant_id = ${alias}\\.(?:id|merchant_id)\\b`).test(inner) &&
            !new RegExp(`\\b(?:from|join) \\w+ ${alias}\\b`).test(inner),
        );
      if (asked.length > 0 && by && !VALUE.test(inner))
        find('subquery of merchants’ rows by a table that is whole', asked);
    }
    // Rows that only the coordinator has, sought by each of a merchant's.
    const merchants = [...text.matchAll(/\b(?:from|join) (\w+) (?:as )?(\w+)/gi)]
      .filter(([, table]) => of('distributed')(table))
      .map(([, , alias]) => alias);
    // Where a statement is in parts, the rows that it asks of are its own.
    for (const inner of /^\s*select\b/i.test(text) ? subqueriesOf(text) : []) {
      const asked = namedIn(inner, tables);
      if (asked.some(of('distributed')) || !asked.some(of('coordinator'))) continue;
      const takes = (alias) =>
        new RegExp(`\\b${alias}\\.\\w`).test(inner) &&
        !new RegExp(`\\b(?:from|join) \\w+ (?:as )?${alias}\\b`).test(inner);
      if (merchants.some(takes)) find('subquery of what only the coordinator has by merchants’ rows', asked);
    }
    // What follows a table that is whole, up to the next condition.
    for (const [, first, rest] of text.matchAll(
      /\bfrom (\w+)\b((?:(?!\bfrom\b|\bwhere\b|\border by\b).)*)/gi,
    )) {
      if (of('distributed')(first))
        for (const [, table, on] of rest.matchAll(/\bjoin (\w+)\b(.*?)(?=\bjoin\b|$)/gi))
          if (of('distributed')(table) && !/\bmerchant_id\b/.test(on))
            find('join of merchants’ rows without the merchant', table);
      if (!kinds.has(first) || of('distributed')(first)) continue;
      // A merchant's row that was joined before is where the rest is joined to it.
      const joined = [...rest.matchAll(/(?<!left )\bjoin (\w+) (\w+)/gi)]
        .filter(([, table]) => of('distributed')(table))
        .map(([, , alias]) => alias);
      const isBeside = (on) =>
        joined.some((alias) => new RegExp(`\\bmerchant_id = ${alias}\\.merchant_id`).test(on));
      const outer = [...rest.matchAll(/\bleft join (\w+)(.*?)(?=\bleft join\b|\bjoin\b|$)/gi)].filter(
        ([, table, on]) => of('distributed')(table) && !VALUE.test(on) && !isBeside(on),
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

/** The last migration that none runs on a distributed database before. */
const DISTRIBUTED_SINCE = '0935';

/**
 * Each rule of a migration: what Citus refuses of tables that are distributed already, or takes and loses.
 * @returns findings as `rule: place`
 */
export function migrationFindings(file, text, schema, classes) {
  const kinds = kindsOf(classes);
  const findings = [];
  const find = (rule, table) => findings.push(`${rule}: ${file} (${table})`);
  // Bodies of functions are read in the schema.
  const bare = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const statements = statementsOf(bare).map((each) => each.replace(/\s+/g, ' '));
  const made = new Set(statements.map((each) => /^create table (\w+)/i.exec(each)?.[1]).filter(Boolean));
  const isSpread = (table) => ['distributed', 'reference'].includes(kinds.get(table));
  for (const statement of statements) {
    const [, table, change] = /^alter table (?:only )?(\w+) (.*)$/i.exec(statement) ?? [];
    const changes = isSpread(table) && !made.has(table) ? partsBetween(change) : [];
    if (changes.length > 1 && changes.some((each) => STANDS_ALONE.test(each)))
      find('change that must stand alone', table);
    for (const each of changes) {
      if (ADDS_COLUMN.test(each)) {
        if (/(?<!\bconstraint \w+ )\b(?:check|unique|primary key)\b/i.test(each))
          find('column with a rule that has no name', table);
        if (/\bas identity\b|\b(?:small|big)?serial\b|\bnextval\b/i.test(each))
          find('column that draws numbers', table);
      }
      if (/^(?:alter|drop) (?:column )?merchant_id\b/i.test(each) && kinds.get(table) === 'distributed')
        find('change of what rows are spread by', table);
      if (
        /^rename constraint\b|\b(?:drop identity|set generated)\b|^(?:no )?inherit\b|^cluster on\b|\bset statistics\b/i.test(
          each,
        )
      )
        find('change that is not supported', table);
      if (made.has(/\breferences (\w+)/i.exec(each)?.[1])) find('foreign key to a new table', table);
    }
    if (/^do\b/i.test(statement)) find('block whose statements nobody reads', statement.slice(0, 20));
    const filled = /\binsert into (\w+)/i.exec(statement)?.[1];
    if (made.has(filled) && isSpread(filled)) find('rows of a new table', filled);
    const changed = /\bupdate (?:only )?(\w+)\b/i.exec(statement)?.[1];
    if (isSpread(changed) && /\|\| ?(?:\w+\.)?(?:id|\w+_id)\b(?!::)|\bnow\(\) ?\|\|/i.test(statement))
      find('number joined to a text', changed);
  }
  return [...findings, ...statementFindings(file, statements, schema, classes)];
}

/** What Citus takes of an `alter table` only where it is all of it. */
const STANDS_ALONE =
  /^add (?:constraint|check|unique|primary|foreign|exclude)\b|^(?:enable|disable)\b.*\btrigger\b|\b(?:references|check|unique|primary key)\b/i;
const ADDS_COLUMN = /^add (?!constraint|check|unique|primary|foreign|exclude)(?:column )?/i;

/** @returns every finding of the sources under `root`. */
export function findingsOf(root) {
  const schema = readSchema(readSchemaSources(root));
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
  const folder = join(root, 'server/migrations');
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file.slice(0, 4) > DISTRIBUTED_SINCE)
    .flatMap((file) => migrationFindings(file, readFileSync(join(folder, file), 'utf8'), schema, classes));
  return [...new Set([...schemaFindings(schema, classes), ...statements, ...migrations])];
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
