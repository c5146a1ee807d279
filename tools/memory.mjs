// Keeps temporary files in memory where it has room: thousands of short-lived files of databases are made and removed
// there in a fraction of a disk's time.
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

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

/** Makes this process and its children put temporary files into memory, unless TMPDIR says otherwise. */
export function keepTemporaryFilesInMemory() {
  if (!process.env.TMPDIR && hasRoom()) process.env.TMPDIR = FOLDER;
}
