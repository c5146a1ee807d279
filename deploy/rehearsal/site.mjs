// Everything that runs at a customer's, on this machine's loopback alone: PostgreSQL, PgBouncer, nginx with TLS, servers and a
// worker from a release, each as a plain user, configured by the files of this folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const deploy = fileURLToPath(new URL('..', import.meta.url));
const isRoot = process.getuid() === 0;

/** Ids of a user of this machine; null when we are a plain user ourselves and stay that one. */
export function idsOf(name) {
  if (!isRoot) return null;
  const ids = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const group = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  if (ids.status !== 0) throw new Error(`This machine has no user ${name}.`);
  return { uid: Number(ids.stdout), gid: Number(group.stdout) };
}

/** A file of `deploy/` with its places changed to ours; a place that is not in it is a mistake of ours. */
export function adapted(file, changes) {
  let text = readFileSync(join(deploy, file), 'utf8');
  for (const [from, to] of changes) {
    const next = text.replaceAll(from, to);
    if (next === text) throw new Error(`${file} has no ${from} any more: mend the rehearsal.`);
    text = next;
  }
  return text;
}

export function postgresBinaries() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((each) => join(root, each, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
  if (!found) throw new Error('PostgreSQL is not installed: apt install postgresql');
  return found;
}

/** Whether somebody takes connections at a port of this machine. */
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

/** Until `ready` answers true; gives up after a minute with `what`. */
export async function until(what, ready, milliseconds = 60_000) {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    if (await ready()) return;
    await pause(100);
  }
  throw new Error(`Waited in vain: ${what}`);
}

/** Ports of a site, from a first one on. */
const portsFrom = (first) => ({
  postgres: first,
  pgbouncer: first + 1,
  https: first + 2,
  http: first + 3,
  servers: [first + 4, first + 5],
  metrics: { [first + 4]: first + 6, [first + 5]: first + 7, worker: first + 8 },
});

/** Starts the whole. @returns the site, to be ended by `stop`. */
export async function startSite({ release, firstPort = 4860, forJourneys = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-rehearsal-'));
  chmodSync(folder, 0o755);
  const ports = portsFrom(firstPort);
  const password = randomBytes(12).toString('hex');
  const secret = randomBytes(36).toString('base64url');
  const url = (port, database = 'daftar') => `postgres://daftar:${password}@127.0.0.1:${port}/${database}`;
  const running = [];
  const ownFolder = (name, ids) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (ids) chownSync(path, ids.uid, ids.gid);
    return path;
  };
  const start = (name, command, args, ids) => {
    const child = spawn(command, args, { ...ids, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(String(part)));
    running.push({ name, child, said });
    return child;
  };

  const postgresIds = idsOf('postgres');
  const plain = idsOf('nobody');
  const bin = postgresBinaries();

  // PostgreSQL, with fsync: what is acknowledged is on the disk.
  const cluster = ownFolder('postgres', postgresIds);
  const initdb = ['-D', cluster, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  execFileSync(join(bin, 'initdb'), initdb, { ...postgresIds, cwd: '/', stdio: 'ignore' });
  const postgresArgs = [
    ...['-D', cluster, '-p', String(ports.postgres), '-k', cluster],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=100'],
  ];
  start('postgres', join(bin, 'postgres'), postgresArgs, postgresIds);
  const admin = `postgres://admin@127.0.0.1:${ports.postgres}/postgres`;
  const psql = (database, ...args) =>
    execFileSync(join(bin, 'psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...args, database], {
      cwd: '/',
      encoding: 'utf8',
    });
  const answers = () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(ports.postgres)]).status === 0;
  await until('PostgreSQL', answers);
  psql(admin, '-c', `create role daftar login password '${password}'`);
  psql(admin, '-c', 'create database daftar owner daftar');
  psql(admin, '-v', 'role=daftar', '-f', join(deploy, 'postgres/role.sql'));

  // PgBouncer in transaction mode.
  const pooler = ownFolder('pgbouncer', postgresIds);
  const list = join(pooler, 'userlist.txt');
  const ini = join(pooler, 'pgbouncer.ini');
  writeFileSync(list, `"daftar" "${password}"\n`);
  const places = [
    ['port=5432', `port=${ports.postgres}`],
    ['listen_port = 6432', `listen_port = ${ports.pgbouncer}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', list],
  ];
  writeFileSync(ini, adapted('pgbouncer/pgbouncer.ini', places));
  if (postgresIds) for (const path of [list, ini]) chownSync(path, postgresIds.uid, postgresIds.gid);
  start('pgbouncer', '/usr/sbin/pgbouncer', [ini], postgresIds);

  // nginx, with a certificate nobody else trusts.
  const web = ownFolder('nginx', plain);
  const upstream = join(folder, 'upstream.conf');
  const openssl = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const pair = ['-keyout', join(web, 'privkey.pem'), '-out', join(web, 'fullchain.pem')];
  execFileSync('openssl', [...openssl, ...pair], { stdio: 'ignore' });
  if (plain)
    for (const each of ['privkey.pem', 'fullchain.pem']) chownSync(join(web, each), plain.uid, plain.gid);
  const servers = ports.servers.map((port, at) => [`127.0.0.1:400${at + 1}`, `127.0.0.1:${port}`]);
  writeFileSync(upstream, adapted('nginx/upstream.conf', servers));
  const site = adapted('nginx/daftar.conf', [
    ['/etc/nginx/daftar-upstream.conf', upstream],
    ['/etc/nginx/certificates', web],
    ['/var/log/nginx', web],
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    ['https://$host$request_uri', `https://$host:${ports.https}$request_uri`],
    ['Host $host;', 'Host $http_host;'],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((each) => `${each}_temp_path ${join(web, each)};`)
    .join(' ');
  const conf = join(web, 'nginx.conf');
  writeFileSync(
    conf,
    `daemon off; pid ${join(web, 'pid')}; error_log ${join(web, 'error.log')} warn; worker_processes 1;
events { worker_connections 1024; }
http { access_log off; include /etc/nginx/mime.types; ${temporary}\n${site}\n}\n`,
  );
  const nginxArgs = ['-c', conf, '-e', join(web, 'error.log')];
  start('nginx', '/usr/sbin/nginx', nginxArgs, plain);

  // The product, by a script as small as systemd is large: what upgrade.sh restarts by.
  const current = join(folder, 'current');
  symlinkSync(release, current);
  const data = ownFolder('data', plain);
  const env = {
    PATH: process.env.PATH,
    DAFTAR_PUBLIC_URL: `https://localhost:${ports.https}`,
    DAFTAR_SECRET: secret,
    DAFTAR_TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: url(ports.pgbouncer),
    DATABASE_DIRECT_URL: url(ports.postgres),
    DAFTAR_DATABASE_PREPARE: 'no',
    DAFTAR_DATA_DIR: data,
    DAFTAR_LOG_LEVEL: 'warn',
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    DAFTAR_LINK_MAILS_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    DAFTAR_SECOND_PERSON_DAYS: '0',
    // As e2e/support/global-setup.ts has it: journeys go live with pretended money, and receive webhooks on this machine.
    ...(forJourneys && { DAFTAR_SANDBOX_LIVE: 'yes', DAFTAR_WEBHOOKS_TO_LOOPBACK: 'yes' }),
  };
  const unit = join(folder, 'unit.sh');
  copyFileSync(join(deploy, 'rehearsal/unit.sh'), unit);
  const unitEnv = {
    ...env,
    SITE: folder,
    RUN_AS: plain ? `${plain.uid}:${plain.gid}` : '',
    METRICS: Object.entries(ports.metrics)
      .map(([name, port]) => `${name}=${port}`)
      .join(' '),
  };
  const unitDo = (verb, name) =>
    execFileSync('sh', [unit, verb, String(name)], { env: unitEnv, stdio: 'inherit' });
  const pidOf = (name) => Number(readFileSync(join(folder, `${name}.pid`), 'utf8'));
  const readyAt = (port) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  // The first process migrates; those that start together take turns.
  for (const name of ['worker', ...ports.servers]) unitDo('start', name);
  const stop = async () => {
    for (const name of ['worker', ...ports.servers]) unitDo('stop', name);
    for (const { name, child } of running.reverse()) {
      child.kill(name === 'nginx' ? 'SIGQUIT' : 'SIGINT');
      if (child.exitCode === null && child.signalCode === null) {
        await Promise.race([new Promise((done) => child.once('exit', done)), pause(10_000)]);
        child.kill('SIGKILL');
      }
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until('nginx', () => listens(ports.https), 10_000);
    for (const port of Object.values(ports.metrics)) await until(`a process at ${port}`, () => readyAt(port));
  } catch (error) {
    const tails = running.map(({ name, said }) => `${name}: ${said.join('').slice(-500)}`);
    const logs = ['worker', ...ports.servers].map((name) =>
      readFileSync(join(folder, `${name}.log`), 'utf8'),
    );
    await stop();
    throw new Error(`${error.message}\n${[...tails, ...logs].join('\n')}`);
  }
  return {
    folder,
    bin,
    ports,
    env,
    plain,
    admin,
    psql,
    pidOf,
    readyAt,
    databaseUrl: (database) => url(ports.postgres, database),
    origin: `https://localhost:${ports.https}`,
    start: (name) => unitDo('start', name),
    kill: (name) => process.kill(pidOf(name), 'SIGKILL'),
    logOf: (name) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    nginxLog: () => readFileSync(join(web, 'error.log'), 'utf8'),
    upgradeEnv: {
      ...unitEnv,
      DAFTAR_CURRENT: current,
      DAFTAR_PORTS: ports.servers.join(' '),
      DAFTAR_WORKER_METRICS_PORT: String(ports.metrics.worker),
      DAFTAR_RESTART_SERVER: `sh ${unit} restart %`,
      DAFTAR_RESTART_WORKER: `sh ${unit} restart worker`,
      DAFTAR_MIGRATE: `${process.execPath} server/dist/ops.js migrate`,
    },
    stop,
  };
}
