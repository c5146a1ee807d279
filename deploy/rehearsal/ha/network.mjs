// Five machines of one network, on this one: network namespaces of Linux, joined by a bridge. What runs in one reaches the
// others by their addresses alone, and each can be cut off or killed as a whole.
import { execFileSync, spawnSync } from 'node:child_process';

/** Machines by name; the addresses are those that the files of deploy/ha name. */
export const MACHINES = {
  'db-a': '10.87.0.11',
  'db-b': '10.87.0.12',
  'db-c': '10.87.0.13',
  'app-a': '10.87.0.21',
  'app-b': '10.87.0.22',
};
export const DATABASES = ['db-a', 'db-b', 'db-c'];
const BRIDGE = 'daftar-ha';
/** Our own place in that network. */
const OURS = '10.87.0.1/24';

const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
const spaceOf = (machine) => `daftar-${machine}`;
const wireOf = (machine) => `dh-${machine}`;

/** The command that runs another one on a machine, as a user. */
export function on(machine, command, user = null) {
  const as = user
    ? [
        'setpriv',
        '--reuid',
        String(user.uid),
        '--regid',
        String(user.gid),
        '--clear-groups',
        '--no-new-privs',
      ]
    : [];
  return ['ip', 'netns', 'exec', spaceOf(machine), ...as, ...command];
}

export function makeNetwork() {
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('addr', 'add', OURS, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const [machine, address] of Object.entries(MACHINES)) {
    const space = spaceOf(machine);
    ip('netns', 'add', space);
    ip('link', 'add', wireOf(machine), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', wireOf(machine), 'master', BRIDGE, 'up');
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', space, 'link', 'set', 'eth0', 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
  }
}

/** Whatever there is of it, also of a run that was killed. */
export function removeNetwork() {
  for (const machine of Object.keys(MACHINES)) {
    killAll(machine);
    spawnSync('ip', ['netns', 'del', spaceOf(machine)]);
    spawnSync('ip', ['link', 'del', wireOf(machine)]);
  }
  spawnSync('ip', ['link', 'del', BRIDGE]);
}

/** The processes of a machine. */
export const pidsOn = (machine) =>
  spawnSync('ip', ['netns', 'pids', spaceOf(machine)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);

export function signalAll(machine, signal) {
  for (const pid of pidsOn(machine)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Kills everything on a machine, until nothing is left. */
export function killAll(machine) {
  for (let round = 0; round < 20 && pidsOn(machine).length > 0; round += 1) signalAll(machine, 'SIGKILL');
}

/** Pulls a machine's cable: packets vanish, nobody is told. */
export const cutOff = (machine) => ip('link', 'set', wireOf(machine), 'down');
export const plugIn = (machine) => ip('link', 'set', wireOf(machine), 'up');

const NOBODY = '02:00:00:00:00:01';
/** Lets packets between two machines vanish, and nothing else. */
export function cutBetween(one, other) {
  for (const [from, to] of pairs(one, other))
    ip(
      '-n',
      spaceOf(from),
      'neigh',
      'replace',
      MACHINES[to],
      'lladdr',
      NOBODY,
      'dev',
      'eth0',
      'nud',
      'permanent',
    );
}
export function joinAgain(one, other) {
  for (const [from, to] of pairs(one, other))
    ip('-n', spaceOf(from), 'neigh', 'del', MACHINES[to], 'dev', 'eth0');
}
const pairs = (one, other) => [
  [one, other],
  [other, one],
];
