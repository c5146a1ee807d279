// What can be told before anything is installed, built or started: `npm start` asks first (`tools/start.mjs`), the server once
// more. Plain JavaScript that imports only Node, because there are no packages then.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Where it runs unless settings say otherwise. */
export const USUAL = { host: '127.0.0.1', port: 3000, dataDir: '.data' };

/** The sentence for a port that cannot be listened at, from the error of trying; null for an error of another kind. */
export function portSentence({ host, port, variable }, { code }) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use; stop what listens there or set ${variable} to another one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights; set ${variable} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return null;
}

export const dataDirSentence = (dataDir, pid) =>
  `The data folder ${dataDir} is in use by another Daftar (process ${pid}): stop that one first, or give this one a folder of its own by DAFTAR_DATA_DIR.`;

/**
 * Says in one sentence why it cannot start with this data folder at these ports, or returns null. The folder comes first: the Daftar
 * that uses it probably has the port too, and another port would not help. Somebody may still take either afterwards; who locks and
 * who listens say the same then.
 * @param dataDir null with a database elsewhere
 */
export async function whyNotStart({ ports, dataDir }) {
  const inUse = dataDir === null ? null : useOf(dataDir);
  if (inUse !== null) return inUse;
  for (const at of ports) {
    const sentence = await trial(at);
    if (sentence !== null) return sentence;
  }
  return null;
}

function useOf(dataDir) {
  if (!existsSync(dataDir)) return null;
  try {
    const folder = realpathSync(dataDir);
    const owner = readOwner(join(folder, 'daftar.lock'));
    return owner && isOwnerAlive(owner) ? dataDirSentence(folder, owner.pid) : null;
  } catch {
    // A folder that cannot be read is told when it is opened.
    return null;
  }
}

/** Listens for a moment. */
async function trial(at) {
  const server = createServer();
  try {
    server.listen({ host: at.host, port: at.port });
    await once(server, 'listening');
    return null;
  } catch (error) {
    // Another error is told by whoever meets it in earnest.
    return portSentence(at, error);
  } finally {
    // One that does not listen has nothing to close.
    if (server.listening) await new Promise((closed) => server.close(closed));
  }
}

/** Returns the owner of a data folder's lock, or undefined without the file. A file that cannot be parsed has an owner that is not alive. */
export function readOwner(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, started, nonce } = JSON.parse(text);
    return { pid: Number(pid), started: String(started), nonce: String(nonce) };
  } catch {
    return { pid: 0, started: '', nonce: 'undefined' };
  }
}

export function isOwnerAlive({ pid, started }) {
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && startOf(pid) === started;
}

/** Whether a process with this pid exists, of any user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns a process's start time, for comparison only: ticks since boot and the boot id, or the output of `ps`. */
export function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may contain spaces; the 22nd is the start time.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, LC_ALL: 'C' },
      }).trim();
    } catch {
      return '';
    }
  }
}
