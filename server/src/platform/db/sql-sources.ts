import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { serverRoot } from '../paths.ts';
import { statementsOf } from './statements.ts';

/** A function of the database as defined in its file. */
export interface SqlSource {
  /** Path within the folder of sources, for errors. */
  path: string;
  name: string;
  text: string;
  hash: string;
}

/**
 * The release of these sources: sources of a later release are not replaced by an earlier one that is still running.
 */
const RELEASE: string = JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')).version;

/** On a Citus cluster, `deploy/citus/outbox.sql` defines these functions. */
const DEFINED_BY_CLUSTER: readonly string[] = ['tell_servers', 'queue_job'];

/** Returns the folder of SQL sources of the server's package, both in the source tree and in the bundle. */
export function sqlSourcesDirectory(): string {
  return join(serverRoot, 'sql');
}

/** The file that defines the tables of a noun, with their types, keys, indexes, triggers and first rows. */
const TABLES_FILE = 'tables.sql';
const LEADING_COMMENTS = /^(?:\s*--.*\n)+/;

/** Returns the statements of every `<area>/<noun>/tables.sql` below a folder, without their comments. */
export function readTableStatements(directory: string): string[] {
  return filesOf(directory)
    .filter((path) => basename(path) === TABLES_FILE)
    .flatMap((path) => statementsOf(readFileSync(join(directory, path), 'utf8')))
    .map((statement) => statement.replace(LEADING_COMMENTS, '').trimStart());
}

/**
 * Returns the statements that create the whole schema in an empty database, in the order of their dependencies: types,
 * functions, tables, functions that take a row of a table, and objects that refer to several tables (foreign keys,
 * triggers, rows).
 */
export function schemaStatements(tables: readonly string[], sources: readonly SqlSource[]): string[] {
  const created = tables.flatMap((each) => CREATE_TABLE.exec(each)?.[1] ?? []);
  const takesRow = ({ text }: SqlSource) => {
    const parameters = text.slice(0, text.indexOf('returns'));
    return [...parameters.matchAll(/[(,]\s*\w+ (?:public\.)?(\w+)/g)].some(([, type]) =>
      created.includes(type!),
    );
  };
  const isType = (each: string) => /^create (?:extension|type) /.test(each);
  const isTable = (each: string) => CREATE_TABLE.test(each);
  return [
    'set local check_function_bodies = off',
    ...tables.filter(isType),
    ...sources.filter((each) => !takesRow(each)).map(({ text }) => text),
    ...tables.filter(isTable),
    ...sources.filter(takesRow).map(({ text }) => text),
    ...tables.filter((each) => !isType(each) && !isTable(each)),
  ];
}

const CREATE_TABLE = /^create (?:unlogged )?table (\w+)/;

/** Paths of the SQL files below a folder, in order. */
function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort();
}

/**
 * Reads every `<area>/<noun>/<function>.sql` below a folder: one function per file, named like it.
 * @throws Error for a file that defines another function than its name says, or two files of one name
 */
export function readSqlSources(directory: string): SqlSource[] {
  const seen = new Map<string, string>();
  return filesOf(directory)
    .filter((path) => basename(path) !== TABLES_FILE)
    .map((path) => {
      const text = readFileSync(join(directory, path), 'utf8');
      const name = basename(path, '.sql');
      const defined = [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, each]) => each);
      if (defined.join() !== name) throw new Error(`${path} must define the function ${name} and no other`);
      const other = seen.get(name);
      if (other) throw new Error(`${other} and ${path} define the same function`);
      seen.set(name, path);
      return { path, name, text, hash: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Returns the sources that are new or differ from those applied to a database; none if a later release has applied its
 * own. Unless there are none, the table `sql_sources` must exist.
 */
export async function findSqlChanges(
  client: Pick<pg.Client, 'query'>,
  sources: readonly SqlSource[],
): Promise<readonly SqlSource[]> {
  if (sources.length === 0) return [];
  const { rows } = await client.query<{ name: string; hash: string; release: string }>(
    `select name, hash, release from sql_sources
     union all select unnest($1::text[]), '', '' where to_regclass('relayed') is not null`,
    [DEFINED_BY_CLUSTER],
  );
  if (rows.some(({ release }) => compareReleases(release, RELEASE) > 0)) return [];
  const known = new Map(rows.map(({ name, hash }) => [name, hash]));
  return sources.filter(({ name, hash }) => known.get(name) !== '' && known.get(name) !== hash);
}

/** Creates the table that records which sources were applied. */
export const SOURCES_TABLE = `
  create table if not exists sql_sources (name text primary key, hash text not null, release text not null)`;

/**
 * Returns the statements that apply sources and record them in `sql_sources`, to be run in one transaction. Bodies are not checked while
 * they are created, so that functions may call each other in any order.
 */
export function sqlSourceStatements(changed: readonly SqlSource[]): string[] {
  if (changed.length === 0) return [];
  return ['set local check_function_bodies = off', ...changed.map(({ text }) => text), recordOf(changed)];
}

/** Returns the statement that records which sources were applied. */
export function recordOf(sources: readonly SqlSource[]): string {
  const rows = sources.map(({ name, hash }) => `('${name}', '${hash}', '${RELEASE}')`).join(',\n');
  return `insert into sql_sources (name, hash, release) values ${rows}
     on conflict (name) do update set hash = excluded.hash, release = excluded.release`;
}

/** Compares two releases such as `0.2.0` by their numbers. @returns below 0 if the first is earlier */
function compareReleases(one: string, other: string): number {
  const [a, b] = [one, other].map((each) => each.split('.').map(Number));
  const at = a!.findIndex((part, index) => part !== b![index]);
  return at < 0 ? 0 : a![at]! - (b![at] ?? 0);
}
