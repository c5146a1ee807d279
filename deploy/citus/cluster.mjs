// A Citus cluster for trials, on this machine's loopback alone: a coordinator and two workers in a folder of their own, gone in
// the end. Needs PostgreSQL with Citus installed; nothing of it survives a power cut.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connected } from './database.mjs';

const SETTINGS = `
listen_addresses = '127.0.0.1'
shared_preload_libraries = 'citus'
shared_buffers = 64MB
max_connections = 150
max_prepared_transactions = 200
wal_level = logical
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
  // Its home too: machines look there for certificates when they call each other.
  const options = { cwd: folder, env: { ...process.env, HOME: folder } };
  /** A program of PostgreSQL with its arguments, as who may run it. */
  const as = (program, args) =>
    isRoot
      ? ['setpriv', ['--reuid', user, '--regid', user, '--clear-groups', join(bin, program), ...args]]
      : [join(bin, program), args];
  const machines = [];
  /** Makes the next machine. */
  const make = (name) => {
    const data = join(folder, name);
    const log = join(folder, `${name}.log`);
    const its = port + machines.length;
    const url = `postgres://postgres@127.0.0.1:${its}/`;
    execFileSync(
      ...as('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-N']),
      { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    appendFileSync(
      join(data, 'postgresql.conf'),
      `${SETTINGS}port = ${its}\nunix_socket_directories = '${folder}'\n`,
    );
    let child;
    const machine = {
      name,
      port: its,
      url,
      log: () => readFileSync(log, 'utf8'),
      start: async () => {
        const said = openSync(log, 'a');
        child = spawn(...as('postgres', ['-D', data]), { ...options, stdio: ['ignore', said, said] });
        closeSync(said);
        for (let tries = 0; ; tries += 1) {
          if (child.exitCode !== null || tries > 600)
            throw new Error(`${name} did not start:\n${machine.log()}`);
          if (await query(`${url}postgres`, 'select 1').catch(() => null)) return;
          await pause(100);
        }
      },
      /** As when its machine dies: all its processes, without a word. */
      kill: async () => {
        const ended = once(child, 'exit');
        for (const pid of [child.pid, ...childrenOf(child.pid)]) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch (error) {
            // A process that was just ending.
            if (error.code !== 'ESRCH') throw error;
          }
        }
        await ended;
      },
      isRunning: () => child?.exitCode === null && child.signalCode === null,
      /** At once, as PostgreSQL calls it. @returns when it has ended */
      quit: () => {
        const ended = once(child, 'exit');
        child.kill('SIGQUIT');
        return ended;
      },
    };
    machines.push(machine);
    return machine;
  };
  const running = () => machines.filter((each) => each.isRunning());
  const stop = async () => {
    await Promise.all(running().map((each) => each.quit()));
    rmSync(folder, { recursive: true, force: true });
  };
  // Also when this process is ended from outside.
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    for (const each of running()) each.quit();
  });
  try {
    for (const name of ['coordinator', 'worker-1', 'worker-2']) await make(name).start();
    const three = [...machines];
    return {
      makeDatabase: (name) => makeDatabase(three, name),
      makePlain: (name) => makePlain(three[2], name),
      machines: three,
      /** One more worker, which no database knows yet. */
      another: async () => {
        const machine = make(`worker-${machines.length}`);
        await machine.start();
        return machine;
      },
      logs: () => machines.map(({ log }) => log()).join('\n'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
