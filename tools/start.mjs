// `npm start`: installs and builds what is missing, then runs the product in this process.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { USUAL, whyNotStart } from '../server/src/platform/before-start.mjs';
import { setup } from './setup.mjs';

/** The ports that settings name; a setting that is no port is told by the server. */
function portsOf({ DAFTAR_ROLE, HOST, PORT, DAFTAR_METRICS_PORT }) {
  const named = { DAFTAR_METRICS_PORT };
  if (DAFTAR_ROLE !== 'worker') named.PORT = PORT || String(USUAL.port);
  return Object.entries(named)
    .filter(([, port]) => /^\d{1,5}$/.test(port ?? '') && Number(port) <= 65_535)
    .map(([variable, port]) => ({ host: HOST || USUAL.host, port: Number(port), variable }));
}

try {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const { env } = process;
  const refusal = await whyNotStart({
    ports: portsOf(env),
    dataDir: env.DATABASE_URL || env.DATABASE_URL_FILE ? null : env.DAFTAR_DATA_DIR || USUAL.dataDir,
  });
  // First of all: to install, build and make the demo takes a minute, which would be in vain.
  if (refusal !== null) throw new Error(refusal);
  setup();
  const { build } = await import('./build.mjs');
  build();
  await import(pathToFileURL('server/dist/main.js').href);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
