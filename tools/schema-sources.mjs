// Reads the schema as `server/sql` defines it, for checks that read SQL without a database.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What may hold a semicolon that ends no statement, a comment first. */
const PARTS = /--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$-]+|./g;

/** @returns the statements of a text without comments outside functions */
export function statementsOf(text) {
  const statements = [''];
  for (const [part] of text.matchAll(PARTS)) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--')) statements[statements.length - 1] += part;
  }
  return statements.map((each) => each.trim()).filter(Boolean);
}

/** One column or constraint of a table per line; any other statement on one line, except functions. */
function onLines(statement) {
  if (/^create or replace function/.test(statement)) return statement;
  if (/^create (?:unlogged )?table/.test(statement))
    return statement.replace(/[ \t]*\n(?:[ \t]*\n)*(?: {4,}| *(?=\n))/g, ' ').replace(/\n\s*\n/g, '\n');
  return statement.replace(/\s+/g, ' ');
}

/**
 * Returns all statements below `server/sql` as one text: without comments outside functions, each column, constraint, key,
 * index and trigger on one line.
 */
export function readSchemaSources(root) {
  const folder = join(root, 'server/sql');
  const statements = readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .flatMap((path) => statementsOf(readFileSync(join(folder, path), 'utf8')))
    .map(onLines);
  return `${statements.join(';\n\n')};\n`;
}
