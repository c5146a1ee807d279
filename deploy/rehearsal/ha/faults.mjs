// What goes wrong, one after the other: each names what it strikes, how long it lasts and how it is mended. Goals in seconds
// without an acknowledged write, where there is one.
import { setTimeout as pause } from 'node:timers/promises';
import { cutBetween, cutOff, DATABASES, joinAgain, killAll, pidsOn, plugIn } from './network.mjs';
import { copyOf } from './site.mjs';

const seconds = (count) => count * 1000;
const others = (name) => DATABASES.filter((each) => each !== name);

/**
 * `strike` returns what `mend` needs to know; it is awaited, and so is the end of `lasts`.
 * `moves`: another machine is the primary afterwards. `noFailure`: no request may fail.
 */
export const FAULTS = {
  machine: {
    says: "the primary's machine dies (kill -9 of everything on it, its cable pulled)",
    goal: 15,
    moves: true,
    lasts: seconds(25),
    async strike(site) {
      const primary = await site.memberOf('leader');
      cutOff(primary);
      killAll(primary);
      return primary;
    },
    mend(site, primary) {
      plugIn(primary);
      site.startDatabase(primary);
    },
  },
  postgres: {
    says: "the primary's PostgreSQL alone is killed (-9)",
    goal: 15,
    lasts: seconds(15),
    async strike(site) {
      site.killPostgres(await site.memberOf('leader'));
    },
  },
  switchover: {
    says: 'switched over to the synchronous standby, by switch-over.sh',
    goal: 3,
    moves: true,
    lasts: seconds(10),
    strike: (site) => site.switchOver(),
  },
  'switchover-at-once': {
    says: 'the same by patronictl alone: the third machine waits for two seconds before it follows, and commits wait for it',
    goal: 5,
    moves: true,
    lasts: seconds(10),
    async strike(site) {
      const [from, to] = [await site.memberOf('leader'), await site.memberOf('sync_standby')];
      await site.patronictl('switchover', 'daftar', '--leader', from, '--candidate', to, '--force');
    },
  },
  restart: {
    says: 'the primary restarted in place',
    lasts: seconds(10),
    async strike(site) {
      await site.patronictl('restart', 'daftar', await site.memberOf('leader'), '--force');
    },
  },
  standby: {
    says: 'the synchronous standby stalls for 25 s (SIGSTOP)',
    lasts: seconds(25),
    async strike(site) {
      const standby = await site.memberOf('sync_standby');
      const stopped = pidsOn(standby).filter((pid) => !site.isEtcd(pid));
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      return stopped;
    },
    mend(_site, stopped) {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    },
  },
  'etcd-one': {
    says: "etcd of the primary's machine is away for 20 s",
    lasts: seconds(20),
    async strike(site) {
      const primary = await site.memberOf('leader');
      site.kill(primary, 'etcd');
      return [primary];
    },
    mend: startEtcd,
  },
  'etcd-majority': {
    says: 'two of three etcd are away for 30 s',
    lasts: seconds(30),
    async strike(site) {
      const two = others(await site.memberOf('sync_standby'));
      for (const each of two) site.kill(each, 'etcd');
      return two;
    },
    mend: startEtcd,
  },
  haproxy: {
    says: "first one application machine's HAProxy, then the other's, is away for 8 s",
    lasts: seconds(8),
    strike: (site) => oneThenTheOther(site, 'haproxy'),
    mend: (site) => site.start('app-b', 'haproxy'),
  },
  pgbouncer: {
    says: "first one application machine's PgBouncer, then the other's, is away for 8 s",
    lasts: seconds(8),
    strike: (site) => oneThenTheOther(site, 'pgbouncer'),
    mend: (site) => site.start('app-b', 'pgbouncer'),
  },
  network: {
    says: 'the primary is cut off from everybody for 30 s, and lives',
    goal: 15,
    moves: true,
    lasts: seconds(30),
    async strike(site) {
      const primary = await site.memberOf('leader');
      cutOff(primary);
      return primary;
    },
    mend: (_site, primary) => plugIn(primary),
  },
  'network-standby': {
    says: 'the primary and its synchronous standby do not reach each other for 25 s',
    lasts: seconds(25),
    async strike(site) {
      const ends = [await site.memberOf('leader'), await site.memberOf('sync_standby')];
      cutBetween(...ends);
      return ends;
    },
    mend: (_site, ends) => joinAgain(...ends),
  },
  release: {
    says: 'another release, one server after the other',
    noFailure: true,
    lasts: seconds(3),
    async strike(site, release) {
      const next = copyOf(release);
      await site.upgrade('app-a', next);
      await site.upgrade('app-b', next);
    },
  },
};

/** Servers stay with what they went to when theirs was away, so that only both faults together strike for certain. */
async function oneThenTheOther(site, name) {
  site.kill('app-a', name);
  await pause(seconds(8));
  site.start('app-a', name);
  await pause(seconds(2));
  site.kill('app-b', name);
}

function startEtcd(site, machines) {
  for (const each of machines) site.start(each, 'etcd');
}
