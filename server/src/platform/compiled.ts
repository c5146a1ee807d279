import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { Script } from 'node:vm';

/** A loaded file. */
export interface Compiled {
  exports: unknown;
  /** Stores V8's compiled code for the next load, unless it is already stored. */
  keep(): void;
}

interface Loaded {
  exports: unknown;
}

const wrapped = (source: string) =>
  `(function (exports, require, module, __filename, __dirname) { ${source}\n});`;

/**
 * Loads a CommonJS file and its relative requires with V8's code cache from an earlier load, because parsing and
 * compiling is most of the cost of loading. Node 22 does this by itself, Node 20 does not. A file imports modules by
 * `require.outside(name)`, since Node has no stable API for scripts that it did not load itself. `folder` holds one
 * cache file per source. Each begins with the source's size and modification time, because V8 detects a changed source
 * by its length only; V8 itself rejects caches of other versions. If the folder is read-only, nothing is stored.
 */
export function loadCompiled(file: string, folder: string): Compiled {
  const required = createRequire(file);
  // Node applies source maps only to what it has loaded itself.
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

/** Returns the cached code of a source; null if there is none for this version of it. */
function read(kept: string, stamp: Buffer): Buffer | null {
  try {
    const content = readFileSync(kept);
    return content.subarray(0, STAMP_BYTES).equals(stamp) ? content.subarray(STAMP_BYTES) : null;
  } catch {
    return null;
  }
}

/** Written atomically, because another process may read or write the same file. */
function write(kept: string, content: Buffer): void {
  const unfinished = `${kept}.${process.pid}`;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(unfinished, content);
    renameSync(unfinished, kept);
  } catch {
    // A read-only folder: it is compiled again the next time.
  }
}
