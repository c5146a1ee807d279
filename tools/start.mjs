// `npm start`: installs and builds what is missing, then runs the product in this process.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setup } from './setup.mjs';

try {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  setup();
  const { build } = await import('./build.mjs');
  build();
  await import(pathToFileURL('server/dist/main.js').href);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
