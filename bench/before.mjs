// A database as an earlier commit made it, beside that of a running product.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { connect, root } from './support.mjs';

/**
 * Creates the database with the migrations of a commit, the queue's included.
 * @param sql a connection that may create databases @param url its address
 * @returns the address of the new one
 */
export async function databaseAt(sql, url, commit) {
  const name = `at_${commit}_${process.pid}`;
  await sql.unsafe(`create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  const folder = mkdtempSync(join(tmpdir(), 'daftar-before-'));
  const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  // Earlier commits have the functions among their migrations.
  const hasSources = git('ls-tree', commit, 'server/sql').length > 0;
  const archive = git('archive', commit, 'server/migrations', ...(hasSources ? ['server/sql'] : []));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  await runMigrations({ connectionString: address.href, logger: new Logger(() => () => {}) });
  const there = connect(address.href, 1);
  await there.unsafe('set client_min_messages = warning');
  const files = join(folder, 'server/migrations');
  for (const file of readdirSync(files).sort()) {
    const text = readFileSync(join(files, file), 'utf8');
    if (/ concurrently /.test(text)) {
      // Each statement by itself: such an index is built in no transaction.
      const statements = text.replaceAll(/^--.*$/gm, '').split(/;\s*$/m);
      for (const statement of statements) if (statement.trim() !== '') await there.unsafe(statement);
    } else await there.begin((tx) => tx.unsafe(text).simple());
  }
  if (hasSources) {
    const functions = readdirSync(join(folder, 'server/sql'), { recursive: true }).filter((path) =>
      path.endsWith('.sql'),
    );
    await there.begin(async (tx) => {
      await tx.unsafe('set local check_function_bodies = off');
      for (const path of functions)
        await tx.unsafe(readFileSync(join(folder, 'server/sql', path), 'utf8')).simple();
    });
  }
  await there.end();
  rmSync(folder, { recursive: true });
  return address.href;
}
