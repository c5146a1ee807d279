/** The files of `deploy/ha` and `deploy/pgbackrest` agree with one another, and their rehearsal knows its faults. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { FAULT_NAMES, prepareHa } from '../deploy/rehearsal/ha/run.mjs';

const deploy = fileURLToPath(new URL('../deploy', import.meta.url));
const file = (name) => readFileSync(join(deploy, name), 'utf8');
const first = (text, pattern) => pattern.exec(text)?.[1];
/** The addresses of databases that a text names, each once. */
const databasesIn = (text) => [...new Set(text.match(/10\.87\.0\.1\d\b/g))].sort();
const DATABASES = ['10.87.0.11', '10.87.0.12', '10.87.0.13'];

test('every file names the same three databases, and the ports at which the others listen', () => {
  const [patroni, env, etcd] = [file('ha/patroni.yml'), file('ha/patroni.env'), file('ha/etcd.env')];
  const [haproxy, pgbouncer, daftar] = [
    file('ha/haproxy.cfg'),
    file('ha/pgbouncer.ini'),
    file('ha/daftar.env'),
  ];
  for (const text of [haproxy, daftar, first(patroni, /hosts: (.*)/), first(etcd, /INITIAL_CLUSTER=(.*)/)])
    expect(databasesIn(text)).toEqual(DATABASES);
  const health = first(patroni, /listen: 0\.0\.0\.0:(\d+)/);
  expect(first(env, /RESTAPI_CONNECT_ADDRESS=[\d.]+:(\d+)/)).toBe(health);
  const checks = [...haproxy.matchAll(/^\s+server \S+ [\d.]+:(\d+) check port (\d+)$/gm)];
  expect(checks).toHaveLength(6);
  const database = first(env, /POSTGRESQL_CONNECT_ADDRESS=[\d.]+:(\d+)/);
  for (const [, port, checked] of checks) expect([port, checked]).toEqual([database, health]);
  expect(first(haproxy, /listen primary\n\s+bind 127\.0\.0\.1:(\d+)/)).toBe(
    first(pgbouncer, /port=(\d+) dbname/),
  );
  const pooled = [...first(daftar, /^DATABASE_URL=(.*)/m).matchAll(/:(\d+)[,/]/g)].map(([, port]) => port);
  expect(pooled).toEqual(Array(2).fill(first(pgbouncer, /listen_port = (\d+)/)));
  expect(/^etcd:$/m.test(patroni)).toBe(/^ETCD_ENABLE_V2=true$/m.test(etcd));
  expect(first(patroni, /hosts: (.*)/).match(/:(\d+)/)[1]).toBe(
    first(etcd, /ADVERTISE_CLIENT_URLS=\S+:(\d+)/),
  );
});

test('a slow answer of etcd costs no primary its key, and a commit is on two machines', () => {
  const patroni = file('ha/patroni.yml');
  const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(first(patroni, new RegExp(`^ +${name}: (\\d+)$`, 'm'))),
  );
  expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
  expect(patroni).toMatch(/synchronous_mode: true\n\s+synchronous_mode_strict: true\n/);
});

test('a release leaves a server alone until the proxy trusts the one before again', () => {
  const pause = Number(first(file('upgrade.sh'), /^distrust=(\d+)$/m));
  expect(file('upgrade.sh')).toMatch(/wait_until_ready "\$port" \d+\n\s+sleep "\$distrust"\ndone/);
  const folders = ['ha', 'nginx'].flatMap((folder) =>
    readdirSync(join(deploy, folder))
      .filter((name) => name.startsWith('upstream'))
      .map((name) => file(join(folder, name))),
  );
  const timeouts = folders.flatMap((text) => [...text.matchAll(/fail_timeout=(\d+)s/g)]);
  expect(timeouts.length).toBeGreaterThan(1);
  for (const [, seconds] of timeouts) expect(Number(seconds)).toBeLessThan(pause);
});

/** Runs switch-over.sh where Patroni asks for a password, as it does; without it `patronictl` says no and exits 0. */
function switchedOver(environment) {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-switch-over-'));
  const put = (name, text, mode = 0o600) => writeFileSync(join(folder, name), text, { mode });
  put('leader', 'db-a');
  put('config.yml', 'tags:\n');
  put('environment', environment);
  put(
    'patronictl',
    `#!/bin/sh
leader=$(cat ${folder}/leader)
case "$3" in
list)
  printf 'Cluster\\tMember\\tHost\\tRole\\n'
  for each in db-a db-b db-c; do
    case $each in "$leader") role=Leader ;; db-b | db-a) role='Sync Standby' ;; *) role=Replica ;; esac
    printf 'daftar\\t%s\\t10.87.0.1\\t%s\\n' "$each" "$role"
  done ;;
switchover)
  if [ "\${PATRONI_RESTAPI_PASSWORD:-}" = secret ]; then echo db-b > ${folder}/leader
  else echo 'Switchover failed, details: 401, no auth header received'; fi ;;
esac
`,
    0o700,
  );
  // The standby is followed at once.
  put('python3', '#!/bin/sh\n', 0o700);
  const { status } = spawnSync('sh', [join(deploy, 'ha/switch-over.sh')], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      PATRONI_CONFIG: join(folder, 'config.yml'),
      PATRONI_RELOAD: 'true',
      PATRONI_ENVIRONMENT: join(folder, 'environment'),
    },
  });
  const config = readFileSync(join(folder, 'config.yml'), 'utf8');
  const leader = readFileSync(join(folder, 'leader'), 'utf8').trim();
  rmSync(folder, { recursive: true });
  return { status, leader, config };
}

test('whoever switches over types no password of Patroni, and is told when it refused', () => {
  const config = 'tags:\n';
  expect(switchedOver('PATRONI_RESTAPI_PASSWORD=secret\n')).toEqual({ status: 0, leader: 'db-b', config });
  expect(switchedOver('')).toEqual({ status: 1, leader: 'db-a', config });
});

test('the etcd that its package starts is gone before the cluster is made', () => {
  const readme = file('ha/README.md');
  const steps = [
    'apt install --no-install-recommends',
    `rm -rf ${first(file('ha/etcd.env'), /^ETCD_DATA_DIR=(.+)$/m)} `,
    'enable --now etcd',
  ];
  const places = steps.map((step) => readme.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('scripts that a unit runs are put where it looks for them, also where there is no release', () => {
  const folder = first(
    file('pgbackrest/systemd/daftar-pgbackrest@.service'),
    /^ExecStart=(.+)\/back-up\.sh /m,
  );
  expect(file('pgbackrest/README.md')).toContain(`install -D -t ${folder} deploy/pgbackrest/*.sh`);
});

test('the servers of both machines are what nginx is left with', () => {
  const readme = file('ha/README.md');
  const own = readme.indexOf('deploy/ha/upstream.conf /etc/nginx/daftar-upstream.conf');
  expect(file('README.md')).toMatch(
    /^6\. [\s\S]*deploy\/nginx\/upstream\.conf \/etc\/nginx\/daftar-upstream\.conf/m,
  );
  expect(own).toBeGreaterThan(readme.indexOf('steps 5 and 6'));
});

test('containers are given files that are there, or that README.md says are to be made', () => {
  const compose = file('ha/compose.yaml');
  const mounted = [...compose.matchAll(/[-"] ?(\.{1,2}\/[^:]+):\//g)].map(([, path]) => path);
  expect(mounted.length).toBeGreaterThan(5);
  const readme = file('ha/README.md');
  const missing = mounted.filter((path) => !existsSync(join(deploy, 'ha', path)));
  expect(
    missing.filter((path) => !readme.includes(`\`${path.slice(2)}`) && !/certificates/.test(path)),
  ).toEqual([]);
});

test('where the database is a container, the timers call the scripts that are in it, and the drill has all that it runs', () => {
  const { services } = parse(file('ha/compose.yaml'), { merge: true });
  const units = file('ha/README.md')
    .match(/cp -r (\S+)\/\* (\S+)\/\* \/etc\/systemd\/system\//)
    ?.slice(1);
  expect(units).toEqual(['deploy/pgbackrest/systemd', 'deploy/ha/systemd']);
  const called = (unit) => {
    expect(existsSync(join(deploy, 'pgbackrest/systemd', unit))).toBe(true);
    const commands = [...file(`ha/systemd/${unit}.d/containers.conf`).matchAll(/^ExecStart=(.*)$/gm)];
    // The first takes back what the unit itself would run.
    expect(commands.map(([, command]) => command === '')).toEqual([true, false]);
    const [, profile, how, service, command] =
      /ha\/compose\.yaml --profile (\w+) (exec|run --rm) -T (\w+) ?(.*)$/.exec(commands[1][1]);
    expect(services[service].profiles).toEqual([profile]);
    expect(services[service].user).toBe('postgres');
    return { how, service: services[service], command };
  };
  const backup = called('daftar-pgbackrest@.service');
  expect(backup.how).toBe('exec');
  const scripts = backup.service.volumes
    .map((each) => each.split(':'))
    .find(([from]) => from === '../pgbackrest')[1];
  expect(backup.command).toBe(`${scripts}/back-up.sh %i`);

  const drill = called('daftar-drill.service');
  expect(drill.how).toBe('run --rm');
  const stages = file('ha/Dockerfile').split(/^FROM /m);
  expect(drill.service.build.target).toBe('drill');
  const stage = stages.find((each) => each.startsWith('ha AS drill'));
  const copied = [...stage.matchAll(/^COPY --from=product (\S+) (\S+)$/gm)].map(([, from, to]) => [from, to]);
  const release = /^COPY --from=build \S+ \/release (\S+)$/m.exec(file('Dockerfile'))[1];
  expect(copied).toEqual([
    ['/usr/local/bin/node', '/usr/local/bin/node'],
    [release, release],
  ]);
  const [script] = JSON.parse(/^CMD (.*)$/m.exec(stage)[1]);
  expect(script).toBe(`${release}/deploy/pgbackrest/drill.sh`);
  // The two images share their libraries.
  expect(file('Dockerfile')).toContain('NODE_IMAGE=node:20.20.2-bookworm-slim');
  expect(stages.some((each) => each.startsWith('debian:12.12-slim AS ha'))).toBe(true);
});

test('what archives, backs up, restores and is timed speaks of one stanza and of scripts that are there', () => {
  const texts = readdirSync(join(deploy, 'pgbackrest'), { recursive: true })
    .map(String)
    .filter((name) => /\.(sh|conf|md|service|timer)$/.test(name))
    .map((name) => file(join('pgbackrest', name)));
  const stanzas = texts.flatMap((text) => [...text.matchAll(/--stanza=(\w+)/g)].map(([, name]) => name));
  expect(new Set(stanzas)).toEqual(new Set(['daftar']));
  expect(file('pgbackrest/pgbackrest.conf')).toContain('\n[daftar]\n');
  const run = texts.flatMap((text) => [...text.matchAll(/ExecStart=\/opt\/daftar\/current\/(\S+)/g)]);
  expect(run.length).toBe(2);
  for (const [, script] of run) expect(existsSync(join(dirname(deploy), script))).toBe(true);
});

test('pgBackRest looks for the database where Patroni keeps it, and README.md says where it is without Patroni', () => {
  const folder = /^ {2}data_dir: (.+)$/m.exec(file('ha/patroni.yml'))[1];
  expect(/^pg1-path=(.+)$/m.exec(file('pgbackrest/pgbackrest.conf'))[1]).toBe(folder);
  const readme = file('pgbackrest/README.md');
  const [, cluster] = /`\/etc\/postgresql\/(\S+)\/conf\.d\//.exec(readme);
  expect(readme).toContain(`\`pg1-path=/var/lib/postgresql/${cluster}\``);
});

test('the rehearsal refuses a fault that it does not know', () => {
  expect(() => prepareHa(['earthquake'])).toThrow(
    `There is no fault earthquake; there are ${FAULT_NAMES.join(', ')}.`,
  );
});

test('the rehearsal names every program that is missing, also those of backups', () => {
  const { PATH } = process.env;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  process.env.PATH = '/nowhere';
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  onTestFinished(() => vi.restoreAllMocks());
  expect(() => prepareHa(['point-in-time'])).toThrow(
    /^Missing: .*\bpgbackrest \(apt install .* pgbackrest\)$/,
  );
  expect(() => prepareHa(['release'])).toThrow(/^Missing: (?!.*\bpgbackrest \()/);
});

describe('`upgrade.sh`', () => {
  /** Runs it on a release whose programs write down that they ran. */
  function upgrade(env = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'daftar-upgrade-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const release = join(folder, 'releases/next');
    mkdirSync(join(release, 'server/dist'), { recursive: true });
    writeFileSync(join(release, 'server/dist/main.js'), '');
    const log = join(folder, 'log');
    const does = (what) => `echo ${what} "$(readlink ${folder}/current)" >> ${log}`;
    const { status } = spawnSync('sh', [join(deploy, 'upgrade.sh'), release], {
      env: {
        PATH: process.env.PATH,
        DAFTAR_CURRENT: join(folder, 'current'),
        DAFTAR_PORTS: ' ',
        DAFTAR_MIGRATE: `${does('migrate')}; ${env.fails ?? 'true'}`,
        // Ends it: nothing answers at the worker's port.
        DAFTAR_RESTART_WORKER: `${does('worker')}; exit 1`,
        ...env,
      },
    });
    const said = existsSync(log) ? readFileSync(log, 'utf8').replaceAll(folder, '') : '';
    return { status, said, isCurrent: existsSync(join(folder, 'current')) };
  }

  test('migrates while the release before runs, and then restarts the worker', () => {
    expect(upgrade()).toEqual({
      status: 1,
      said: 'migrate \nworker /releases/next\n',
      isCurrent: true,
    });
  });

  test('leaves the release before in place when the migration fails', () => {
    expect(upgrade({ fails: 'false' })).toEqual({ status: 1, said: 'migrate \n', isCurrent: false });
  });

  test('migrates nothing where no worker runs: the machine with the worker was upgraded before', () => {
    expect(upgrade({ DAFTAR_WORKER_METRICS_PORT: '' })).toEqual({ status: 0, said: '', isCurrent: true });
  });
});

test('the rehearsal names what is missing before it builds anything', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(deploy, 'rehearsal.mjs'), '--ha', '--fault', 'no-such-fault'],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('There is no fault no-such-fault');
});
