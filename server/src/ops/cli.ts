import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCompiled } from '../platform/compiled.ts';

/** `npm run ops`, which shares most of its files with the server, and so what a start of it has kept compiled. */
const folder = dirname(fileURLToPath(import.meta.url));
const { exports, keep } = loadCompiled(join(folder, 'ops-run.js'), join(folder, '.compiled'));
void (exports as typeof import('./run.ts')).done.then(keep);
