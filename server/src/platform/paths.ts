import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the server's package, for sources and bundle alike. */
export const serverRoot = findPackage('@daftar/server');
/** The folder of the whole project. */
export const projectRoot = dirname(serverRoot);

function findPackage(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === name) return folder;
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`The package ${name} was not found above ${import.meta.url}`);
    folder = parent;
  }
}
