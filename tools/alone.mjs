// Lets one process at a time install or build in this folder, because two would overwrite each other's files.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const ASK_MILLISECONDS = 300;

/** Whether a process with this id exists, of any user. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Creates the lock file with our process id. @returns null, or the id of its owner (0: not written yet). */
function take(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw new Error(
        'Something must be installed or built first, and this user cannot write to the folder of Daftar: start it once as the owner of the folder, or change its owner.',
        { cause: error },
      );
    }
  }
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Runs `work` while no other of our processes installs or builds in `folder`; prints whom it waits for. The lock of a
 * killed process is taken over.
 * @throws Error with one sentence when the folder is read-only.
 */
export function alone(work, folder = root) {
  const file = join(folder, '.daftar.installing');
  let told = false;
  for (let owner = take(file), unwritten = 0; owner !== null; owner = take(file)) {
    unwritten = owner === 0 ? unwritten + 1 : 0;
    if (owner === 0 ? unwritten > 10 : !isAlive(owner)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) console.log('Another process installs or builds here; waiting for it …');
    told = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_MILLISECONDS);
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}
