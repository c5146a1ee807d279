import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';

/** A built file that was loaded. */
export interface Compiled {
  exports: unknown;
  /** Keeps what V8 has compiled of it until now for the next load, where nothing was kept yet. */
  keep(): void;
}

interface Loaded {
  exports: unknown;
}

const wrapped = (source: string) =>
  `(function (exports, require, module, __filename, __dirname) { ${source}\n});`;

/**
 * Loads a CommonJS file and what it requires by relative paths, with what V8 had compiled of them at an earlier load: to
 * parse and compile is most of what loading costs. Node does the same by itself from version 22 on, and not for version 20.
 *
 * To import, a file says `require.outside(name)`; Node has no stable way for a script that it did not load itself.
 *
 * What is kept is a file per source in `folder`. It begins with the source's size and time of change, without which it
 * counts for nothing, because V8 would know a changed source by its length only; V8 itself refuses what another version
 * wrote. Where the folder cannot be written nothing is kept.
 */
export function loadCompiled(file: string, folder: string): Compiled {
  const required = createRequire(file);
  // Node maps traces to sources only for what it has loaded itself.
  if (process.sourceMapsEnabled) return { exports: required(file), keep: () => {} };
  const loaded = new Map<string, Loaded>();
  const unkept: (() => void)[] = [];

  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known) return known.exports;
    const module: Loaded = { exports: {} };
    loaded.set(path, module);
    const kept = join(folder, basename(path));
    const stamp = stampOf(path);
    const cachedData = read(kept, stamp);
    const script = new Script(wrapped(readFileSync(path, 'utf8')), {
      filename: path,
      ...(cachedData ? { cachedData } : {}),
    });
    if (!cachedData || script.cachedDataRejected) {
      unkept.push(() => write(kept, Buffer.concat([stamp, script.createCachedData()])));
    }
    const require = Object.assign(
      (id: string) => (id.startsWith('.') ? load(resolve(dirname(path), id)) : required(id)),
      required,
      { outside: (name: string) => import(name) },
    );
    script.runInThisContext()(module.exports, require, module, path, dirname(path));
    return module.exports;
  };

  const exports = load(file);
  return {
    exports,
    keep() {
      for (const write of unkept.splice(0)) write();
    },
  };
}

const STAMP_BYTES = 16;

function stampOf(path: string): Buffer {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  const stamp = Buffer.alloc(STAMP_BYTES);
  stamp.writeBigUInt64LE(size, 0);
  stamp.writeBigUInt64LE(mtimeNs, 8);
  return stamp;
}

/** What was kept of a source, or null when nothing was, or of another source. */
function read(kept: string, stamp: Buffer): Buffer | null {
  try {
    const content = readFileSync(kept);
    return content.subarray(0, STAMP_BYTES).equals(stamp) ? content.subarray(STAMP_BYTES) : null;
  } catch {
    return null;
  }
}

/** In one step: another process may be reading or writing the same. */
function write(kept: string, content: Buffer): void {
  const unfinished = `${kept}.${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(unfinished, content);
    renameSync(unfinished, kept);
  } catch {
    // Somebody else's folder, to be run and not written: compiled again the next time.
  }
}
