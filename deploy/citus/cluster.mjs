// A Citus cluster for trials, on this machine's loopback alone: a coordinator and two workers in a folder of their own, gone in
// the end. Needs PostgreSQL with Citus installed; nothing of it survives a power cut.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Makes a database on one machine, as one that joins a cluster needs it. */
export async function prepare({ url }, name) {
  await query(`${url}postgres`, `create database ${name}`);
  await query(
    `${url}${name}`,
    'create extension citus; create extension btree_gin; create extension pg_trgm',
  );
}

/** Makes a database on all machines, which know each other there. @returns its URL on the coordinator */
async function makeDatabase(machines, name) {
  const [coordinator, ...workers] = machines;
  for (const machine of machines) await prepare(machine, name);
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

/** @returns the processes that a process has started, with those that these have. */
function childrenOf(pid) {
  const parents = new Map();
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // What follows the name, which may hold anything: its state and its parent.
      const [, parent] = readFileSync(`/proc/${each}/stat`, 'utf8').split(') ').at(-1).split(' ');
      parents.set(Number(each), Number(parent));
    } catch {
      // It ended meanwhile.
    }
  }
  const of = (parent) =>
    [...parents].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...of(child)]);
  return of(pid);
}

/**
 * Starts the three on `port` and the two behind it, as `user` when this process is root, which PostgreSQL refuses to be.
 * @returns what makes a database on all of them, or one without Citus, each machine, another one, what the logs say, and how to stop
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
  const machines = [];
  /** Makes the next machine and starts it. */
  const start = (name) => {
    const data = join(folder, name);
    const log = join(folder, `${name}.log`);
    const its = port + machines.length;
    const machine = {
      name,
      port: its,
      url: `postgres://postgres@127.0.0.1:${its}/`,
      log: () => readFileSync(log, 'utf8'),
      start: () => run('pg_ctl', '-D', data, '-l', log, '-w', 'start'),
      stop: () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop'),
      /** As when its machine dies: all its processes, without a word. */
      kill: () => {
        const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
        for (const pid of [postmaster, ...childrenOf(postmaster)]) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch (error) {
            // A process that was just ending.
            if (error.code !== 'ESRCH') throw error;
          }
        }
      },
    };
    run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
    appendFileSync(
      join(data, 'postgresql.conf'),
      `${SETTINGS}port = ${its}\nunix_socket_directories = '${folder}'\n`,
    );
    machine.start();
    machines.push(machine);
    return machine;
  };
  const stop = () => {
    for (const machine of machines) {
      try {
        machine.stop();
      } catch {
        // It does not run.
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['coordinator', 'worker-1', 'worker-2']) start(name);
    const three = [...machines];
    return {
      makeDatabase: (name) => makeDatabase(three, name),
      makePlain: (name) => makePlain(three[2], name),
      machines: three,
      /** One more worker, which no database knows yet. */
      another: () => start(`worker-${machines.length}`),
      logs: () => machines.map(({ log }) => log()).join('\n'),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}
