// Backups by deploy/pgbackrest under load, and a moment restored from them: what was acknowledged before it is there, what was
// paid after it is not, and the drill says so by itself.
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { adapted, deploy, until } from '../site.mjs';

/** Settings of deploy/pgbackrest/postgresql.conf, as lines of Patroni's parameters. */
function archiveParameters() {
  const text = readFileSync(join(deploy, 'pgbackrest/postgresql.conf'), 'utf8');
  const lines = [...text.matchAll(/^(archive_\w+) = (.*)$/gm)];
  return lines.map(([, name, value]) => `        ${name}: ${value}`).join('\n');
}

/** Prepares the archive of a site before its databases start. @returns what Patroni's configuration and environment get */
export function prepareArchive(folder, machine, postgres) {
  for (const each of ['repository', `${machine}/spool`]) {
    if (existsSync(join(folder, each))) continue;
    mkdirSync(join(folder, each), { mode: 0o700 });
    chownSync(join(folder, each), postgres.uid, postgres.gid);
  }
  const conf = join(folder, machine, 'pgbackrest.conf');
  const text = adapted('pgbackrest/pgbackrest.conf', [
    ['repo1-path=/var/lib/pgbackrest', `repo1-path=${join(folder, 'repository')}`],
    ['repo1-cipher-pass=', 'repo1-cipher-pass=only-for-the-rehearsal'],
    ['/var/spool/pgbackrest', join(folder, machine, 'spool')],
    ['/var/lib/postgresql/15/daftar', join(folder, machine, 'data')],
    ['pg1-socket-path=/var/run/postgresql', `pg1-socket-path=${join(folder, machine)}`],
  ]);
  writeFileSync(conf, text, { mode: 0o600 });
  chownSync(conf, postgres.uid, postgres.gid);
  return { parameters: archiveParameters(), env: { PGBACKREST_CONFIG: conf } };
}

/** Runs the whole under load. @returns rows for the report */
export async function pointInTime({ site, load, release }) {
  const rows = [];
  const row = (what, result, holds = true) => {
    rows.push({ what, result, holds: holds ? 'yes' : 'NO' });
    console.log(`${holds ? 'ok ' : 'NO '} ${what}: ${result}`);
  };
  await until('a whole cluster', site.isWhole, 90_000);
  const primary = await site.memberOf('leader');
  const run = (command, env = {}) => runAs(site, primary, command, env);
  const script = (name) => join(deploy, 'pgbackrest', name);
  await run(['pgbackrest', '--stanza=daftar', 'stanza-create']);
  await run(['pgbackrest', '--stanza=daftar', 'check']);

  const { book } = load;
  const under = async (what, work) => {
    const [failed, began] = [book.failed.length, Date.now()];
    await work();
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    row(what, `${seconds} s, ${book.failed.length - failed} requests failed`, book.failed.length === failed);
  };
  await under('a full backup under load', () => run([script('back-up.sh'), 'full']));
  await pause(5_000);
  await under('a differential backup under load', () => run([script('back-up.sh'), 'diff']));
  await pause(3_000);
  // Between two moments nothing is paid that was begun before: the load rests.
  const before = book.payments.length;
  const moment = site
    .psql('select to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\')')
    .trim();
  await pause(8_000);
  const after = book.payments.length;
  await run(['psql', '-X', '-q', '-c', 'select pg_switch_wal()', 'daftar']);
  await pause(2_000);

  const folder = join(site.folder, primary, 'restored');
  const said = await run([script('restore-to.sh'), moment, folder]);
  row('restored to a moment', said.trim().replace(/^.*: /, ''));
  const query = async (sql) =>
    Number((await run(['psql', '-X', '-At', '-h', folder, '-p', '5499', '-c', sql, 'daftar'])).trim());
  const values = (tokens) => tokens.map((each) => `('${each}')`).join(',');
  const there = (tokens) =>
    query(`select count(*) from (values ${values(tokens)}) a (token)
      join payment_attempts p on p.token = a.token and p.state = 'succeeded'`);
  const earlier = book.payments.slice(0, before);
  const [kept, late] = [await there(earlier), await there(book.payments.slice(before, after))];
  row('payments acknowledged before it', `${kept} of ${earlier.length} are there`, kept === earlier.length);
  // Those that were committed before the moment and told after it.
  row('payments acknowledged after it', `${late} of ${after - before} are there`, late <= 4);
  await run([join(site.bin, 'pg_ctl'), '-D', folder, '--mode=immediate', '--silent', 'stop']);

  const drillMoment = new Date(Date.now() - 10_000).toISOString();
  // The archive has to reach beyond the moment, which it does by itself within a minute.
  await run(['pgbackrest', '--stanza=daftar', 'check']);
  const drilled = await run([script('drill.sh')], {
    ...site.toolEnv,
    DRILL_RELEASE: release,
    DRILL_FOLDER: join(site.folder, primary, 'drill'),
    DRILL_MOMENT: drillMoment,
  });
  row('the drill', drilled.trim().split('\n').at(-1));
  const metrics = await (await fetch(site.workerMetrics)).text();
  const ages = [
    'daftar_upkeep_age_seconds{what="backup"}',
    'daftar_upkeep_age_seconds{what="drill"}',
    'daftar_archive_age_seconds',
    'daftar_replication_standbys',
    'daftar_replication_synchronous',
  ];
  const figures = ages.map((name) =>
    Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    ),
  );
  const [backup, drill, archived, standbys, synchronous] = figures;
  row(
    'what /metrics says of it',
    `backup ${backup?.toFixed(0)} s ago, drill ${drill?.toFixed(0)} s ago, WAL archived ${archived?.toFixed(0)} s ago, ${standbys} standbys, ${synchronous} synchronous`,
    backup < 120 && drill < 60 && archived < 120 && standbys === 2 && synchronous === 1,
  );
  return rows;
}

/** Runs a command on a machine as its postgres. @returns what it printed. @throws with what it said when it fails */
function runAs(site, machine, command, env) {
  const [program, ...args] = site.asPostgres(machine, command);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: {
        PATH: process.env.PATH,
        PGHOST: join(site.folder, machine),
        PGUSER: 'postgres',
        ...site.archiveEnv(machine),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    let complaints = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.stderr.on('data', (part) => {
      complaints += part;
    });
    child.once('exit', (code) =>
      code === 0
        ? resolve(said)
        : reject(new Error(`${command.join(' ').slice(0, 200)}: ${said}${complaints}`)),
    );
  });
}
