import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCompiled } from '../platform/compiled.ts';

/**
 * The `npm run ops` command. It shares most of its files with the server, and so the compile cache that a start of
 * the server has filled.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const { exports, keep } = loadCompiled(join(folder, 'ops-run.js'), join(folder, '.compiled'));
void (exports as typeof import('./run.ts')).done.then(keep);
