import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { serverRoot } from '../paths.ts';

/** A function of the database as its file defines it. */
export interface SqlSource {
  /** Path within the folder of sources, for errors. */
  path: string;
  name: string;
  text: string;
  hash: string;
}

/** The release whose sources these are: those of a later one are not replaced by an earlier one that is still running. */
const RELEASE: string = JSON.parse(readFileSync(join(serverRoot, 'package.json'), 'utf8')).version;

/** On a Citus cluster, `deploy/citus/outbox.sql` defines these functions. */
const DEFINED_BY_CLUSTER: readonly string[] = ['tell_servers', 'queue_job'];

/** Returns the folder of SQL sources of the server's package, both in the source tree and in the bundle. */
export function sqlSourcesDirectory(): string {
  return join(serverRoot, 'sql');
}

/**
 * Reads every `<area>/<noun>/<function>.sql` below a folder: one function per file, named like it.
 * @throws Error for a file that defines another function than its name says, or two files of one name
 */
export function readSqlSources(directory: string): SqlSource[] {
  const seen = new Map<string, string>();
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
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
 * Returns the sources that are new or differ from what was applied to a database; none when a later release has applied its
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
  const rows = changed.map(({ name, hash }) => `('${name}', '${hash}', '${RELEASE}')`).join(',\n');
  return [
    'set local check_function_bodies = off',
    ...changed.map(({ text }) => text),
    `insert into sql_sources (name, hash, release) values ${rows}
     on conflict (name) do update set hash = excluded.hash, release = excluded.release`,
  ];
}

/** Orders two releases such as `0.2.0` by their numbers. @returns below 0 when the first is the earlier one */
function compareReleases(one: string, other: string): number {
  const [a, b] = [one, other].map((each) => each.split('.').map(Number));
  const at = a!.findIndex((part, index) => part !== b![index]);
  return at < 0 ? 0 : a![at]! - (b![at] ?? 0);
}
