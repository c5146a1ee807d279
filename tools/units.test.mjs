/** The units of `deploy/systemd`, read as systemd reads them: with the drop-in that deploy/README.md gives to each. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const deploy = fileURLToPath(new URL('../deploy', import.meta.url));
const file = (name) => readFileSync(join(deploy, name), 'utf8');
const services = readdirSync(join(deploy, 'systemd')).filter((name) => name.endsWith('.service'));

/** The last value of a setting; a drop-in is read after its unit. */
function setting(unit, name) {
  const texts = [file(`systemd/${unit}`), file('systemd/hardening.conf')].join('\n');
  return [...texts.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].at(-1)?.[1];
}

test('a ledger that does not hold and a backup that fails are told once, not tried again every second', () => {
  const once = services.filter((unit) => setting(unit, 'Type') === 'oneshot');
  expect(once).toEqual(['daftar-backup.service', 'daftar-ledger-check.service']);
  // OnFailure= is called only when systemd does not start the unit again.
  for (const unit of once) expect(setting(unit, 'Restart') ?? 'no', unit).toBe('no');
});

test('servers and workers come back however long the database is away', () => {
  const lasting = services.filter((unit) => setting(unit, 'Type') === undefined);
  expect(lasting).toEqual(['daftar-server@.service', 'daftar-worker.service']);
  for (const unit of lasting) {
    expect(setting(unit, 'Restart'), unit).toBe('on-failure');
    // Without a database a process ends within a second: systemd would give up after five.
    expect(setting(unit, 'StartLimitIntervalSec'), unit).toBe('0');
  }
});

const isThere = (program) => spawnSync(program, ['--version']).status === 0;

const machines = test.runIf(isThere('systemd-analyze')).each([
  ['of a machine', []],
  ['of a machine whose database is a container', ['ha/systemd']],
]);
machines('systemd has nothing to say against units and timers %s', (_what, dropIns) => {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-units-'));
  const from = ['systemd', 'pgbackrest/systemd'];
  const names = from.flatMap((each) =>
    readdirSync(join(deploy, each)).map((name) => [name, join(deploy, each, name)]),
  );
  for (const [name, path] of names) copyFileSync(path, join(folder, name));
  for (const unit of services) {
    mkdirSync(join(folder, `${unit}.d`));
    copyFileSync(join(deploy, 'systemd/hardening.conf'), join(folder, `${unit}.d/hardening.conf`));
  }
  for (const each of dropIns) cpSync(join(deploy, each), folder, { recursive: true });
  const units = names.map(([name]) => join(folder, name)).filter((name) => !name.endsWith('.conf'));
  const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:/lib/systemd/system` };
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { env, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // Programs of a release and those of Node.js are not on every machine that checks.
  const said = stderr.split('\n').filter((line) => line !== '' && !/ is not executable: /.test(line));
  expect(said).toEqual([]);
});

test.runIf(isThere('promtool'))(
  'Prometheus takes the rules, and they tell what is played against them: outages, what would lose data, and nothing else',
  () => {
    const cwd = join(deploy, 'prometheus');
    const played = readdirSync(cwd).filter((name) => name.endsWith('.test.yml'));
    expect(played.length).toBeGreaterThanOrEqual(3);
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['test', 'rules', ...played],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
  },
  120_000,
);
