// Runs one of the server's built entries: `node tools/run-built.mjs ops approve a@b.example`
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setup } from './setup.mjs';

const [entry, ...rest] = process.argv.slice(2);
try {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  setup();
  const { build } = await import('./build.mjs');
  build({ quiet: true });
  process.argv = [process.argv[0], entry, ...rest];
  await import(pathToFileURL(`server/dist/${entry}.js`).href);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
