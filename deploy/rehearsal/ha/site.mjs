// What deploy/ha/ describes, by its own files: etcd and Patroni on three machines, HAProxy, PgBouncer and a server on two, nginx
// and the worker on the first of them.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deploy, idsOf, postgresBinaries, until } from '../site.mjs';
import {
  configureApplication,
  configureDatabase,
  configureNginx,
  placeIn,
  settingsOf,
} from './configured.mjs';
import { DATABASES, MACHINES, makeNetwork, on, pidsOn, removeNetwork } from './network.mjs';

const APPLICATIONS = ['app-a', 'app-b'];
const execute = promisify(execFile);
const PROGRAMS = ['ip', 'etcd', 'patroni', 'haproxy', 'pgbouncer', 'nginx', 'patronictl', 'psql'];

/** @throws Error naming what is missing, before anything is built or started */
export function checkPrograms({ archive }) {
  if (process.getuid() !== 0) throw new Error('--ha makes machines of network namespaces: run it as root.');
  const path = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  const needed = archive ? [...PROGRAMS, 'pgbackrest'] : PROGRAMS;
  const missing = needed.filter((each) => spawnSync('which', [each], { env: path }).status !== 0);
  if (missing.length > 0)
    throw new Error(
      `Missing: ${missing.join(', ')} (apt install etcd-server patroni haproxy pgbouncer nginx postgresql iproute2 pgbackrest)`,
    );
}

/**
 * Starts the whole. @param direct servers reach the databases themselves, without HAProxy and PgBouncer; @param archive WAL is
 * archived as deploy/pgbackrest says
 * @returns the site, to be ended by `stop`
 */
export async function startHaSite({ release, direct = false, archive = false }) {
  removeNetwork();
  makeNetwork();
  const folder = mkdtempSync(join(tmpdir(), 'daftar-ha-'));
  chmodSync(folder, 0o755);
  const postgres = idsOf('postgres');
  const plain = idsOf('nobody');
  const word = () => randomBytes(12).toString('hex');
  const password = word();
  const running = new Map();

  const place = placeIn(folder);
  /** Starts a program of a machine again and again, as after every fault that ended it. */
  const programs = {};
  const start = (machine, name) => {
    const { command, env, user } = programs[`${machine} ${name}`];
    const [program, ...args] = on(machine, command, user);
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(folder, `${machine}.${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    running.set(`${machine} ${name}`, child);
  };
  const kill = (machine, name, signal = 'SIGKILL') => running.get(`${machine} ${name}`).kill(signal);

  const secrets = { superuser: word(), replication: word(), rewind: word(), rest: word() };
  const archiveEnvs = {};
  for (const machine of DATABASES) {
    const made = configureDatabase(place, machine, { postgres, secrets, password, archive });
    for (const [name, each] of Object.entries(made.programs)) programs[`${machine} ${name}`] = each;
    archiveEnvs[machine] = made.archiveEnv;
  }

  const url = (hosts, user = 'daftar', pass = password, database = 'daftar') =>
    `postgres://${user}:${pass}@${hosts}/${database}?target_session_attrs=read-write`;
  const hosts = DATABASES.map((each) => MACHINES[each]).join(',');
  const settings = settingsOf(readFileSync(join(deploy, 'ha/daftar.env'), 'utf8'));
  const secret = randomBytes(36).toString('base64url');
  const data = place.ownFolder('data', plain);
  const origin = `https://${MACHINES['app-a']}`;
  const envOf = {};
  for (const machine of APPLICATIONS) {
    const made = configureApplication(place, machine, { plain, postgres, password });
    for (const [name, each] of Object.entries(made)) programs[`${machine} ${name}`] = each;
    const other = APPLICATIONS.find((each) => each !== machine);
    envOf[machine] = {
      PATH: process.env.PATH,
      ...settings,
      DATABASE_URL: settings.DATABASE_URL.replace('daftar@', `daftar:${password}@`).replace(
        MACHINES['app-b'],
        MACHINES[other],
      ),
      DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL.replace('daftar@', `daftar:${password}@`),
      ...(direct && { DATABASE_URL: url(hosts), DAFTAR_DATABASE_PREPARE: 'yes' }),
      DAFTAR_S3_BUCKET: '',
      DAFTAR_DATA_DIR: data,
      DAFTAR_PUBLIC_URL: origin,
      DAFTAR_SECRET: secret,
      DAFTAR_LOG_LEVEL: 'warn',
      DAFTAR_REQUESTS_PER_MINUTE: '1000000',
      DAFTAR_LINK_MAILS_PER_HOUR: '1000',
      DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
      DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    };
    copyFileSync(join(deploy, 'rehearsal/unit.sh'), join(folder, machine, 'unit.sh'));
    symlinkSync(release, join(folder, machine, 'current'));
  }
  programs['app-a nginx'] = configureNginx(place, plain);

  const metrics = { 4001: 9401, worker: 9400 };
  /** How a machine's part of the product is started, stopped and upgraded. */
  const unitEnv = (machine) => ({
    ...envOf[machine],
    SITE: join(folder, machine),
    RUN_AS: `${plain.uid}:${plain.gid}`,
    METRICS: Object.entries(metrics)
      .map(([name, port]) => `${name}=${port}`)
      .join(' '),
  });
  const unit = (machine, verb, name) => {
    const [program, ...args] = on(machine, ['sh', join(folder, machine, 'unit.sh'), verb, String(name)]);
    execFileSync(program, args, { env: unitEnv(machine), stdio: 'inherit' });
  };
  const upgrade = (machine, next) => {
    const script = `sh ${join(folder, machine, 'unit.sh')} restart`;
    const env = {
      ...unitEnv(machine),
      DAFTAR_CURRENT: join(folder, machine, 'current'),
      DAFTAR_PORTS: '4001',
      DAFTAR_WORKER_METRICS_PORT: machine === 'app-a' ? String(metrics.worker) : '',
      DAFTAR_RESTART_SERVER: `${script} %`,
      DAFTAR_RESTART_WORKER: `${script} worker`,
      DAFTAR_MIGRATE: `${process.execPath} server/dist/ops.js migrate`,
    };
    const [program, ...args] = on(machine, ['sh', join(deploy, 'upgrade.sh'), next]);
    return new Promise((resolve, reject) => {
      const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`upgrade.sh: ${code}`))));
    });
  };
  const readyAt = (machine, port) =>
    fetch(`http://${MACHINES[machine]}:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      (reply) => reply.ok,
      () => false,
    );
  /** What the members say of the cluster; the first that answers. */
  const cluster = async () => {
    for (const machine of DATABASES) {
      const reply = await fetch(`http://${MACHINES[machine]}:8008/cluster`, {
        signal: AbortSignal.timeout(1_500),
      }).catch(() => null);
      if (reply?.ok) return (await reply.json()).members;
    }
    return [];
  };
  const memberOf = async (role) => (await cluster()).find((each) => each.role === role)?.name;
  const isWhole = async () => {
    const members = await cluster();
    const behind = (each) => each.role !== 'leader' && each.lag !== 0 && !(each.lag < 1_000_000);
    return (
      members.length === 3 &&
      members.every((each) => ['running', 'streaming'].includes(each.state)) &&
      members.some((each) => each.role === 'leader') &&
      members.some((each) => each.role === 'sync_standby') &&
      !members.some(behind)
    );
  };
  const psql = (sql) =>
    execFileSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-At', url(hosts)], {
      cwd: '/',
      input: sql,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
  const patronictl = (...args) => {
    const { env } = programs['db-a patroni'];
    const child = spawn('patronictl', ['-c', join(folder, 'db-a/patroni.yml'), ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part;
      });
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(said))));
    });
  };
  /** Runs switch-over.sh on the third machine, as its operator would. */
  const switchOver = async () => {
    const third = await memberOf('replica');
    const [program, ...args] = on(third, ['sh', join(deploy, 'ha/switch-over.sh')]);
    const settings = {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      PATRONI_ENVIRONMENT: join(folder, third, 'patroni.env'),
      PATRONI_CONFIG: join(folder, third, 'patroni.yml'),
      PATRONI_RELOAD: `kill -HUP ${running.get(`${third} patroni`).pid}`,
    };
    await execute(program, args, { env: settings, cwd: '/' });
  };
  const outbox = async (email) => {
    const address = `http://127.0.0.1:4001/dev/outbox?to=${encodeURIComponent(email)}`;
    const ask = `fetch('${address}', { headers: { accept: 'application/json' } }).then((r) => r.text()).then(console.log)`;
    const [program, ...args] = on('app-a', [process.execPath, '-e', ask]);
    return JSON.parse(execFileSync(program, args, { encoding: 'utf8' }));
  };
  const logOf = (name) => readFileSync(join(folder, `${name}.log`), 'utf8');
  const commandOf = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [''];
    }
  };
  const isEtcd = (pid) => commandOf(pid)[0] === 'etcd';
  const killPostgres = (machine) => {
    const postmaster = pidsOn(machine).find((pid) => commandOf(pid)[0].endsWith('/bin/postgres'));
    process.kill(postmaster, 'SIGKILL');
  };
  /** How often a process of the product found that the database does not answer. */
  const outages = () => {
    const logs = ['app-a/4001', 'app-a/worker', 'app-b/4001'].map(logOf);
    return logs.join('').split('the database does not answer').length - 1;
  };
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    for (const machine of APPLICATIONS)
      for (const name of ['worker', 4001])
        try {
          unit(machine, 'stop', name);
        } catch {
          // It was never started.
        }
    removeNetwork();
    if (!process.env.DAFTAR_REHEARSAL_KEEP) rmSync(folder, { recursive: true, force: true });
  };
  const startDatabase = (machine) => {
    start(machine, 'etcd');
    start(machine, 'patroni');
  };
  try {
    for (const machine of DATABASES) startDatabase(machine);
    await until('three databases, one of them synchronous', isWhole, 90_000);
    for (const machine of APPLICATIONS) for (const name of ['haproxy', 'pgbouncer']) start(machine, name);
    start('app-a', 'nginx');
    unit('app-a', 'start', 'worker');
    for (const machine of APPLICATIONS) unit(machine, 'start', 4001);
    for (const machine of APPLICATIONS)
      await until(`the server of ${machine}`, () => readyAt(machine, 4001), 60_000);
    await until('the worker', () => readyAt('app-a', metrics.worker), 60_000);
  } catch (error) {
    error.message += `\n(logs are in ${folder})`;
    process.env.DAFTAR_REHEARSAL_KEEP = 'yes';
    await stop();
    throw error;
  }
  return {
    folder,
    origin,
    workerMetrics: `http://${MACHINES['app-a']}:${metrics.worker}/metrics`,
    toolEnv: { ...envOf['app-a'], DATABASE_URL: url(hosts), DATABASE_DIRECT_URL: url(hosts) },
    start,
    kill,
    startDatabase,
    memberOf,
    isWhole,
    psql,
    patronictl,
    switchOver,
    upgrade,
    readyAt,
    asPostgres: (machine, command) => on(machine, command, postgres),
    archiveEnv: (machine) => archiveEnvs[machine],
    bin: postgresBinaries(),
    outbox,
    logOf,
    isEtcd,
    killPostgres,
    outages,
    stop,
  };
}

const nextOf = (release) => `${release}-next`;
export const removeCopyOf = (release) => rmSync(nextOf(release), { recursive: true, force: true });

/** The same release once more, with another name: its files are linked, not copied. */
export function copyOf(release) {
  removeCopyOf(release);
  const next = nextOf(release);
  execFileSync('cp', ['-al', release, next]);
  unlinkSync(join(next, 'RELEASE'));
  writeFileSync(join(next, 'RELEASE'), 'rehearsal, the next one\n');
  return next;
}
