// Which folder of the server writes which table, read from the SQL of `server/src`: one folder for one table, but for those
// listed here.
// Also compares the schema with the list in `docs/operations.md` of how long each table keeps its rows.
// `node tools/tables.mjs` prints the list. Functions of the database (`server/sql/`) may write besides.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSchemaSources } from './schema-sources.mjs';

/** Tables with a named owner, because many nouns could be expected to write them. */
const OWNERS = {
  transactions: 'transactions',
  transaction_events: 'transactions',
  merchants: 'merchants',
  merchant_settings: 'merchants',
  business_profiles: 'merchants',
};
const PEOPLE =
  'a person: signing up and in (auth), the own account (profile) and the people of a business (team)';
/** Tables that several folders write, and why. */
const SHARED = {
  users: [['auth', 'people', 'profile', 'team'], PEOPLE],
  sessions: [['auth', 'profile'], PEOPLE],
  roles: [['auth', 'team'], 'sign-up creates the first role, which nobody changes'],
  authenticators: [['people', 'profile'], PEOPLE],
  recovery_codes: [['people', 'profile'], PEOPLE],
  passkeys: [['people', 'profile'], PEOPLE],
  passkey_logins: [['people', 'profile'], PEOPLE],
  company_accounts: [['company-sign-in', 'people'], PEOPLE],
  proofs_awaited: [['auth', 'people', 'team'], PEOPLE],
  email_changes: [['auth', 'team'], 'a new password takes back the change of address that waits (auth)'],
  pay_tokens: [
    ['invoices', 'orders', 'payment-links'],
    'each kind of payable writes its own addresses, in the statement that creates it',
  ],
  order_items: [
    ['orders', 'products'],
    'a picture that is removed from a product is removed from its orders',
  ],
};
/** Files whose SQL only tests run. */
export const TEST = /\.test\.ts$/;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|(?<=^|\s)--.*$/gm;
const WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\w+|\$\{)/g;
/** Deletes old rows of the table that its caller names. */
const DELETES_OLD = /\bdeleteBefore\(\s*app,\s*\{\s*table: '(\w+)'/g;
const FORGETS = join('platform', 'jobs', 'batches.ts');

/** @returns the names of the tables of a schema. */
const tablesOf = (schema) =>
  new Set([...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table));

/** @returns the server's files that are no tests, with their text without comments. */
function sourcesOf(root) {
  const source = join(root, 'server/src');
  return readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !TEST.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8').replace(COMMENT, '') }));
}

/** @returns the writing folders by table, and tables whose names are computed, which cannot be read. */
function writersOf(sources, schema) {
  const known = tablesOf(schema);
  const writers = new Map();
  const unreadable = [];
  for (const { file, text } of sources) {
    const folder = file.split(sep)[0];
    for (const [, table] of [...text.matchAll(WRITE), ...text.matchAll(DELETES_OLD)]) {
      if (table === '${' && file !== FORGETS) unreadable.push(file);
      if (!known.has(table)) continue;
      const folders = writers.get(table) ?? writers.set(table, new Map()).get(table);
      folders.set(folder, (folders.get(folder) ?? new Set()).add(file));
    }
  }
  return { writers, unreadable };
}

/** @returns the violations, as sentences. */
function problemsOf({ writers, unreadable }) {
  const problems = unreadable.map((file) => `${file} writes a table whose name this check cannot read`);
  for (const [table, folders] of writers) {
    const owner = OWNERS[table] ?? (folders.size === 1 ? [...folders.keys()][0] : undefined);
    const allowed = SHARED[table]?.[0] ?? (owner === undefined ? [] : [owner]);
    for (const [folder, files] of folders) {
      if (allowed.includes(folder)) continue;
      const others = allowed.length > 0 ? allowed : [...folders.keys()].filter((each) => each !== folder);
      problems.push(`${table} is written in ${[...files].join(', ')}, and belongs to ${others.join(', ')}`);
    }
  }
  const listed = [
    ...Object.entries(OWNERS).map(([table, owner]) => [table, [owner]]),
    ...Object.entries(SHARED).map(([table, [folders]]) => [table, folders]),
  ];
  for (const [table, folders] of listed)
    for (const folder of folders)
      if (!writers.get(table)?.has(folder))
        problems.push(`${folder} does not write ${table}: take it off the list`);
  return problems;
}

/** Two branches may each have taken the next number of a migration; which of the two runs first is then not decided. */
function sameNumbers(root) {
  const numbers = new Map();
  const problems = [];
  for (const name of readdirSync(join(root, 'server/migrations')).sort()) {
    const number = name.slice(0, 4);
    if (numbers.has(number))
      problems.push(`migrations ${numbers.get(number)} and ${name} have the same number`);
    numbers.set(number, name);
  }
  return problems;
}

const SECTION = '## How long each table keeps its rows';
const DUE = 'Deleted when their time is over:';
const CASCADE = /^alter table (\w+) add .* references (\w+) \(.* on delete cascade/gm;

/** @returns the tables that jobs delete old rows of: by statement, or with the rows that theirs belong to. */
function forgotten(sources, schema) {
  const found = (pattern) =>
    new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, table]) => table)));
  const old = found(DELETES_OLD);
  const deleted = found(/\bdelete from (\w+)/g);
  const cascades = [...schema.matchAll(CASCADE)];
  for (let size = -1; size !== deleted.size; ) {
    size = deleted.size;
    for (const [, child, parent] of cascades) if (old.has(parent) || deleted.has(parent)) deleted.add(child);
  }
  return { old, deleted };
}

/** Every table is listed once with how long it keeps its rows, and what is said to be deleted is. */
function retentionProblems(root, sources, schema) {
  const [, section = ''] = readFileSync(join(root, 'docs/operations.md'), 'utf8').split(SECTION);
  const [kept, due = ''] = section.split('\n## ')[0].split(DUE);
  const named = (text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .flatMap((line) => [...line.split('|')[2].matchAll(/`(\w+)`/g)].map(([, table]) => table));
  const [ofKept, ofDue] = [named(kept), named(due)];
  const all = [...ofKept, ...ofDue];
  const tables = tablesOf(schema);
  const { old, deleted } = forgotten(sources, schema);
  const says = (table, what) => `${table}: ${what} (docs/operations.md, ${SECTION.slice(3)})`;
  return [
    ...[...tables].filter((table) => !all.includes(table)).map((table) => says(table, 'not listed')),
    ...all.filter((table) => !tables.has(table)).map((table) => says(table, 'no such table')),
    ...all.filter((table, at) => all.indexOf(table) !== at).map((table) => says(table, 'listed twice')),
    ...ofKept.filter((table) => old.has(table)).map((table) => says(table, 'a job deletes its old rows')),
    ...ofDue
      .filter((table) => !old.has(table) && !deleted.has(table))
      .map((table) => says(table, 'nothing deletes its rows')),
  ];
}

const read = (root) => ({
  sources: sourcesOf(root),
  schema: readSchemaSources(root),
});

/** @returns whether every table is written where it may be and enough of them were read. */
export function checkTables(root) {
  const { sources, schema } = read(root);
  const found = writersOf(sources, schema);
  const problems = [...problemsOf(found), ...sameNumbers(root), ...retentionProblems(root, sources, schema)];
  for (const problem of problems) console.error(problem);
  console.log(`Tables: ${found.writers.size} written, ${problems.length} problems.`);
  return problems.length === 0 && found.writers.size > 40;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources, schema } = read(fileURLToPath(new URL('..', import.meta.url)));
  const { writers } = writersOf(sources, schema);
  for (const [table, folders] of [...writers].sort())
    console.log(`${table}: ${[...folders.keys()].join(', ')}`);
}
