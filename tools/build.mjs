// Builds what has changed: the server, the portal, the console and the payment page. `node tools/build.mjs [--force] [gallery]`
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Each part: its sources, its build step, and its products. */
const PARTS = [
  {
    name: 'server',
    called: 'server',
    sources: [
      'contract',
      'server/src',
      'server/demo',
      'server/vite.config.ts',
      'server/vite.thread.ts',
      'package-lock.json',
      'patches',
    ],
    folder: 'server',
    config: 'vite.config.ts',
    product: 'server/dist/main.js',
  },
  {
    name: 'portal',
    called: 'portal',
    sources: [
      'contract',
      'web/portal',
      'web/shared',
      'web/challenge',
      'web/ui',
      'web/locales',
      'web/vite.config.ts',
      'web/vite.compressed.ts',
      'web/vite.phone.ts',
      'web/postcss.config.cjs',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.config.ts',
    product: 'web/dist/portal/index.html',
  },
  {
    name: 'console',
    called: 'console',
    sources: [
      'contract',
      'web/ops',
      'web/shared',
      'web/ui',
      'web/locales',
      'web/vite.ops.config.ts',
      'web/vite.compressed.ts',
      'web/postcss.config.cjs',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.ops.config.ts',
    product: 'web/dist/ops/index.html',
  },
  {
    name: 'pay',
    called: 'payment page',
    sources: [
      'contract',
      'web/pay',
      'web/pages',
      'web/challenge',
      'web/locales',
      'web/vite.pay.config.ts',
      'web/vite.renderer.ts',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.pay.config.ts',
    product: 'web/dist/pay/render.js',
  },
  {
    name: 'embed',
    called: 'script for websites',
    sources: [
      'contract',
      'web/embed',
      'web/vite.embed.config.ts',
      'web/vite.renderer.ts',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.embed.config.ts',
    product: 'web/dist/embed/embed.js',
  },
  {
    name: 'sdk',
    called: 'SDKs',
    sources: ['sdk', 'plugins', 'tools/sdk-archives.mjs', 'tsconfig.base.json', 'package-lock.json'],
    folder: 'web',
    script: 'tools/sdk-archives.mjs',
    product: 'web/dist/sdk/daftar-php.tar.gz',
  },
  {
    name: 'docs',
    called: 'documentation',
    sources: [
      'contract',
      'sdk/php/examples',
      'sdk/python/examples',
      'sdk/typescript/examples',
      'web/docs',
      'web/locales',
      'web/vite.docs.config.ts',
      'web/vite.renderer.ts',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.docs.config.ts',
    product: 'web/dist/docs/render.js',
  },
  {
    name: 'shop',
    called: 'storefront',
    sources: [
      'contract',
      'web/shop',
      'web/pages',
      'web/challenge',
      'web/locales',
      'web/vite.shop.config.ts',
      'web/vite.renderer.ts',
      'package-lock.json',
    ],
    folder: 'web',
    config: 'vite.shop.config.ts',
    product: 'web/dist/shop/render.js',
  },
];

/** The gallery of the kit, which its journey looks at: no part of the product, and built only when it is asked for. */
const GALLERY = {
  name: 'gallery',
  called: 'gallery',
  sources: [
    'contract',
    'web/gallery',
    'web/shared',
    'web/ui',
    'web/locales',
    'web/vite.gallery.config.ts',
    'web/postcss.config.cjs',
    'package-lock.json',
  ],
  folder: 'web/gallery',
  config: '../vite.gallery.config.ts',
  product: 'web/gallery/dist/index.html',
};

/** The files of a folder, or `path` itself if it is a file, in a fixed order. */
function filesOf(path, found = []) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) addFilesIn(path, found);
  else if (stat) found.push(path);
  return found;
}

function addFilesIn(path, found) {
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const inside = `${path}/${entry.name}`;
    if (entry.isFile()) found.push(inside);
    else if (entry.isDirectory()) addFilesIn(inside, found);
    else filesOf(inside, found);
  }
}

/** A fingerprint of one source, a file or a folder, from `of` each file. */
function fingerprintOf(source, of) {
  const hash = createHash('sha256');
  for (const file of filesOf(join(root, source))) hash.update(file.slice(root.length)).update(of(file));
  return hash.digest('hex');
}

/** A fingerprint of the sources, from `of` each file. */
function fingerprint(sources, of, ofOne = fingerprintOf) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(ofOne(source, of));
  return hash.digest('hex');
}

/** Caches fingerprints, so that each source is read once however many parts depend on it. */
function lookingOnce() {
  const seen = new Map();
  return (source, of) => {
    if (!seen.has(source)) seen.set(source, fingerprintOf(source, of));
    return seen.get(source);
  };
}

const timesOf = (file) => {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
};

/**
 * Whether the sources match the last build. Files with unchanged times are not read again; in a fresh clone, where all
 * times are new, their contents decide.
 */
function isFresh({ sources, product }, stamp, timesOnce) {
  if (!existsSync(join(root, product)) || !existsSync(stamp)) return false;
  const [contents, times] = readFileSync(stamp, 'utf8').split('\n');
  if (times === fingerprint(sources, timesOf, timesOnce)) return true;
  if (contents !== fingerprint(sources, readFileSync)) return false;
  try {
    writeFileSync(stamp, stampOf(sources));
  } catch {
    // A read-only folder: it is read again the next time.
  }
  return true;
}

const stampOf = (sources) => `${fingerprint(sources, readFileSync)}\n${fingerprint(sources, timesOf)}`;

const stampFile = ({ name, folder }) => join(root, folder, 'dist', `.${name}.stamp`);

function staleParts(parts) {
  const timesOnce = lookingOnce();
  return parts.filter((part) => !isFresh(part, stampFile(part), timesOnce));
}

/** Builds the parts whose sources changed since their last build. */
export function build({ force = false, quiet = false, parts = PARTS } = {}) {
  if (!force && staleParts(parts).length === 0) return;
  alone(() => {
    // Checked again: another process may have built it meanwhile.
    for (const part of force ? parts : staleParts(parts)) {
      if (!quiet) console.log(`Building the ${part.called} …`);
      buildPart(part);
    }
  });
}

/** Builds the server alone, in silence, if its sources changed. */
export const buildServer = () => build({ quiet: true, parts: PARTS.filter(({ name }) => name === 'server') });

function buildPart(part) {
  // Before building, so that changes made meanwhile are built the next time.
  const fresh = stampOf(part.sources);
  const args = part.script
    ? [join(root, part.script)]
    : [vite, 'build', '-c', part.config, '--logLevel', 'warn'];
  const built = spawnSync(process.execPath, args, {
    cwd: join(root, part.folder),
    stdio: ['ignore', 'inherit', 'inherit'],
    // Whoever asks for it: a test's NODE_ENV would put React's development build into the product.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`The ${part.called} could not be built.`);
  const stamp = stampFile(part);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fresh);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [force, gallery] = ['--force', 'gallery'].map((word) => process.argv.includes(word));
  build({ force, ...(gallery ? { parts: [GALLERY] } : {}) });
}
