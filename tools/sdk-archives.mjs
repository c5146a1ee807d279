// Packs the SDKs as `/sdk/…` serves them: what npm and pip install from an address, a folder for PHP, and files of requests.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// A dependency of the server.
const { zipSync } = createRequire(`${root}server/package.json`)('fflate');
const out = `${root}web/dist/sdk`;
const ARCHIVES = [
  {
    name: 'typescript',
    file: 'daftar-typescript.tgz',
    folder: 'package',
    from: 'sdk/typescript',
    parts: ['package.json', 'README.md', 'examples', '../LICENSE'],
    sdk: 'dist',
  },
  {
    name: 'cli',
    file: 'daftar-cli.tgz',
    folder: 'package',
    from: 'sdk/cli',
    parts: ['package.json', 'README.md', 'bin', 'src', '../LICENSE'],
    sdk: 'sdk',
  },
  {
    name: 'python',
    file: 'daftar-python.tar.gz',
    folder: 'daftar-0.1.0',
    from: 'sdk/python',
    parts: ['pyproject.toml', 'README.md', 'daftar', 'examples', '../LICENSE'],
  },
  {
    name: 'woocommerce',
    file: 'daftar-for-woocommerce.zip',
    folder: 'daftar-for-woocommerce',
    from: 'plugins/woocommerce',
    parts: [
      'daftar-for-woocommerce.php',
      'assets',
      'includes',
      'languages',
      'README.md',
      ['../../sdk/php/src', 'daftar/src'],
      ['../../sdk/LICENSE', 'daftar/LICENSE'],
    ],
  },
  // Last: the product that says whether all were made.
  {
    name: 'php',
    file: 'daftar-php.tar.gz',
    folder: 'daftar',
    from: 'sdk/php',
    parts: ['composer.json', 'README.md', 'src', 'examples', '../LICENSE'],
  },
];

function run(command, ...args) {
  if (spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status !== 0)
    throw new Error(`${command} failed: the SDKs could not be packed.`);
}

/** The files below a folder as a zip, which WordPress takes. */
function zipped(folder) {
  const paths = readdirSync(folder, { recursive: true }).map(String).sort();
  const files = paths.filter((path) => statSync(`${folder}/${path}`).isFile());
  return zipSync(Object.fromEntries(files.map((path) => [path, readFileSync(`${folder}/${path}`)])));
}

/** A part lies in the folder of its archive; the TypeScript SDK, where there is one, in `sdk`. */
function pack({ name, file, folder, parts, from, sdk }) {
  const stage = `${out}/${name}/${folder}`;
  mkdirSync(stage, { recursive: true });
  const isSource = (path) => !/__pycache__|\.pyc$/.test(path);
  for (const [path, as = path.split('/').at(-1)] of parts.map((part) => [part].flat()))
    cpSync(`${root}${from}/${path}`, `${stage}/${as}`, { recursive: true, filter: isSource });
  if (sdk)
    run(
      process.execPath,
      'node_modules/typescript/bin/tsc',
      '-p',
      'sdk/typescript',
      '--outDir',
      `${stage}/${sdk}`,
    );
  if (file.endsWith('.zip')) writeFileSync(`${out}/${file}`, zipped(`${out}/${name}`));
  else run('tar', '-czf', `${out}/${file}`, '-C', `${out}/${name}`, folder);
  rmSync(`${out}/${name}`, { recursive: true });
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const file of ['daftar.postman_collection.json', 'daftar.http'])
  cpSync(`${root}sdk/${file}`, `${out}/${file}`);
for (const each of ARCHIVES) pack(each);
