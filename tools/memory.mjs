// Keeps temporary files in memory where it has room: thousands of short-lived files of databases are made and removed
// there in a fraction of a disk's time.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnerAlive, readOwner, startOf } from '../server/src/platform/before-start.mjs';

const FOLDER = '/dev/shm';
/** Eight times what the tests with databases of their own were seen to hold there at once (0.5 GB). */
const ROOM = 4 * 2 ** 30;

/** Whether programs may be run from there; containers often forbid it, and tests put programs into their folders. */
function allowsPrograms() {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, place]) => place === FOLDER);
  return mount?.[2] === 'tmpfs' && !mount[3].split(',').includes('noexec');
}

/** Whether the folder is there, in memory, writable, and has room. */
function hasRoom() {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return allowsPrograms() && bavail * bsize > ROOM && freemem() > ROOM;
  } catch {
    return false;
  }
}

/** In a folder of ours: whose it is. */
const OWNER = 'owner.json';
const NAME = /^daftar-\w{6}$/;

/** Containers may share the folder, but not their processes' ids. */
function processSpace() {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

/** Removes what runs have left behind that were killed. */
function sweep(place, space) {
  for (const name of readdirSync(place).filter((each) => NAME.test(each))) {
    const folder = join(place, name);
    try {
      const owner = readOwner(join(folder, OWNER));
      if (owner && owner.nonce === space && !isOwnerAlive(owner)) remove(folder);
    } catch {
      // Another user's.
    }
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A program that it started still writes there: the next run removes the rest.
  }
}

/**
 * Makes this process and its children put temporary files into one folder, in memory where it has room, unless TMPDIR says
 * otherwise. The folder goes when this process ends, with whatever tests and their programs left there; if it is killed, when the
 * next one begins.
 */
export function keepTemporaryFilesTogether() {
  const given = process.env.TMPDIR;
  // Whoever started this process has one.
  if (given && existsSync(join(given, OWNER))) return;
  const place = given || (hasRoom() ? FOLDER : tmpdir());
  const space = processSpace();
  sweep(place, space);
  const folder = mkdtempSync(join(place, 'daftar-'));
  writeFileSync(
    join(folder, OWNER),
    JSON.stringify({ pid: process.pid, started: startOf(process.pid), nonce: space }),
  );
  // As the place itself: programs run as other users too.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}
