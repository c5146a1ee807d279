import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCompiled } from './platform/compiled.ts';

/** Time after which a start is over and no other process waits for its result. */
const KEEP_AFTER_MILLISECONDS = 2_000;

const folder = dirname(fileURLToPath(import.meta.url));
const { exports, keep } = loadCompiled(join(folder, 'start.js'), join(folder, '.compiled'));
void (exports as typeof import('./start.ts')).started.then(() => {
  setTimeout(keep, KEEP_AFTER_MILLISECONDS).unref();
});
