// Measures the size of a production installation: the packages that are not development dependencies, as far as they
// are installed on this platform, including PostgreSQL, and the build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, table } from './support.mjs';

const SHOWN = 8;

/** Bytes of a folder's files; nested packages count as their own. */
function weigh(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') bytes += weigh(path);
    else if (entry.isFile()) bytes += statSync(path).size;
  }
  return bytes;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const wanted = Object.entries(packages)
  .filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  )
  .map(([path]) => path);
const weighed = [...wanted, 'server/dist', 'web/dist']
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, bytes: weigh(join(root, path)) }))
  .sort((a, b) => b.bytes - a.bytes);
const megabytes = (bytes) => Math.round(bytes / 1_000_000);
const all = weighed.reduce((sum, { bytes }) => sum + bytes, 0);
table(
  `installed without tools of development: ${megabytes(all)} MB; the heaviest of ${weighed.length}`,
  weighed.slice(0, SHOWN).map(({ path, bytes }) => ({ path, MB: megabytes(bytes) })),
);
