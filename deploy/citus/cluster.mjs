// A Citus cluster for trials, on this machine's loopback alone: a coordinator and two workers in a folder of their own, gone in
// the end. Needs PostgreSQL with Citus installed; nothing of it survives a power cut.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connected } from './database.mjs';

const SETTINGS = `
listen_addresses = '127.0.0.1'
shared_preload_libraries = 'citus'
shared_buffers = 64MB
max_connections = 150
max_prepared_transactions = 200
max_worker_processes = 32
fsync = off
citus.shard_count = 8
`;

/** Runs statements one after the other, each in a transaction of its own. @returns the rows of the last */
export function query(url, ...statements) {
  return connected(url, async (client) => {
    let rows = [];
    for (const sql of statements) ({ rows } = await client.query(sql));
    return rows;
  });
}

/** Makes a database on all machines, which know each other there. @returns its URL on the coordinator */
async function makeDatabase(machines, name) {
  const [coordinator, ...workers] = machines;
  for (const { url } of machines) {
    await query(`${url}postgres`, `create database ${name}`);
    await query(
      `${url}${name}`,
      'create extension citus; create extension btree_gin; create extension pg_trgm',
    );
  }
  const url = `${coordinator.url}${name}`;
  await query(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const worker of workers) await query(url, `select citus_add_node('127.0.0.1', ${worker.port})`);
  return url;
}

/** Makes a database without Citus, as one machine has it. @returns its URL */
async function makePlain({ url }, name) {
  await query(`${url}postgres`, `create database ${name}`);
  return `${url}${name}`;
}

/** Copies a database by a backup, as one restores it. */
export function copyDatabase(bin, from, to) {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-citus-copy-'));
  const file = join(folder, 'copy.dump');
  const options = { stdio: ['ignore', 'ignore', 'pipe'] };
  try {
    execFileSync(join(bin, 'pg_dump'), ['--format=custom', '--no-owner', '--file', file, from], options);
    execFileSync(join(bin, 'pg_restore'), ['--no-owner', '--exit-on-error', '--dbname', to, file], options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts the three on `port` and the two behind it, as `user` when this process is root, which PostgreSQL refuses to be.
 * @returns what makes a database on all of them, or one without Citus, what the logs say, and how to stop
 */
export async function startCluster({ bin, port, user }) {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-citus-'));
  chmodSync(folder, 0o777);
  const isRoot = process.getuid() === 0;
  const run = (program, ...args) => {
    const [file, given] = isRoot
      ? ['setpriv', ['--reuid', user, '--regid', user, '--clear-groups', join(bin, program), ...args]]
      : [join(bin, program), args];
    // Its home too: machines look there for certificates when they call each other.
    const env = { ...process.env, HOME: folder };
    execFileSync(file, given, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const machines = ['coordinator', 'worker-1', 'worker-2'].map((name, at) => ({
    name,
    port: port + at,
    data: join(folder, name),
    url: `postgres://postgres@127.0.0.1:${port + at}/`,
  }));
  const logOf = ({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8');
  const stop = () => {
    for (const { data } of machines) {
      try {
        run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      } catch {
        // It did not start.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const machine of machines) {
      run(
        'initdb',
        '-D',
        machine.data,
        '-A',
        'trust',
        '-U',
        'postgres',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '-N',
      );
      appendFileSync(
        join(machine.data, 'postgresql.conf'),
        `${SETTINGS}port = ${machine.port}\nunix_socket_directories = '${folder}'\n`,
      );
      run('pg_ctl', '-D', machine.data, '-l', join(folder, `${machine.name}.log`), '-w', 'start');
    }
    return {
      makeDatabase: (name) => makeDatabase(machines, name),
      makePlain: (name) => makePlain(machines.at(-1), name),
      logs: () => machines.map(logOf).join('\n'),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}
