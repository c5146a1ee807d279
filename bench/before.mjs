// A database as an earlier commit made it, beside that of a running product.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import { statementsOf } from '../tools/schema-sources.mjs';
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
  const files = hasSources
    ? readdirSync(join(folder, 'server/sql'), { recursive: true }).filter((path) => path.endsWith('.sql'))
    : [];
  // Since then the schema is created from sources, and migrations are for existing databases.
  const isWhole = files.some((path) => path.endsWith('tables.sql'));
  if (!isWhole) await applyMigrations(there, join(folder, 'server/migrations'));
  await there.begin((tx) =>
    applyInAnyOrder(
      tx,
      files.flatMap((path) => statementsOf(readFileSync(join(folder, 'server/sql', path), 'utf8'))),
    ),
  );
  await there.end();
  rmSync(folder, { recursive: true });
  return address.href;
}

async function applyMigrations(there, files) {
  for (const file of readdirSync(files).sort()) {
    const text = readFileSync(join(files, file), 'utf8');
    if (/ concurrently /.test(text)) {
      // Each statement by itself: such an index is built in no transaction.
      const statements = text.replaceAll(/^--.*$/gm, '').split(/;\s*$/m);
      for (const statement of statements) if (statement.trim() !== '') await there.unsafe(statement);
    } else await there.begin((tx) => tx.unsafe(text).simple());
  }
}

/** Applies statements; one that needs another is tried again after the others. @throws when none of the rest succeeds */
async function applyInAnyOrder(tx, statements) {
  await tx.unsafe('set local check_function_bodies = off');
  let left = statements;
  while (left.length > 0) {
    const failed = [];
    let reason;
    for (const statement of left) {
      await tx
        .savepoint((inner) => inner.unsafe(statement))
        .catch((error) => {
          reason = error;
          failed.push(statement);
        });
    }
    if (failed.length === left.length) throw reason;
    left = failed;
  }
}
