import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The schema of a database as SQL, without what differs between runs and machines (comments, settings, owners, grants,
 * blank lines), so that two dumps can be compared; graphile-worker's schema is left out, being its own affair.
 *
 * It takes a `pg_dump` at least as new as the server; the binaries shipped by npm have none. Null when there is none.
 */
export async function schemaDump(url: string): Promise<string | null> {
  for (const program of programs()) {
    try {
      const { stdout } = await run(
        program,
        [
          '--schema-only',
          '--no-owner',
          '--no-privileges',
          '--exclude-schema=graphile_worker',
          `--dbname=${url}`,
        ],
        { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 * 1024 * 1024 },
      );
      return normalise(stdout);
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      if (!stderr?.includes('server version mismatch')) throw error;
    }
  }
  return null;
}

/** Debian's folders first, newest version first: its PATH holds a wrapper that picks a version by its own rules. */
function programs(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
    .map((folder) => join(folder, 'pg_dump'))
    .filter((program) => existsSync(program));
}

function normalise(dump: string): string {
  const lines = dump
    .split('\n')
    // \restrict and \unrestrict carry a random key since the releases of August 2025.
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict )/.test(line))
    .join('\n');
  return `${lines.replace(/\n{2,}/g, '\n\n').trim()}\n`;
}
