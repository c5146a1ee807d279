import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A child process, for tests, that has started an embedded database on a data folder. */
export interface Child {
  pid: number;
  url: string;
  /** Settles when the process has ended. */
  ended: Promise<unknown>;
  /** Sends SIGKILL; the database keeps running. */
  kill(): void;
  /** Sends SIGINT to the whole process group, as Ctrl-C in a terminal does; resolves when the process has received it. */
  interruptGroup(): Promise<void>;
}

const script = `
  import { createServer, createServerModuleRunner } from 'vite';
  process.on('SIGINT', () => console.log('interrupted'));
  const [file, dataDir] = process.argv.slice(1);
  const vite = await createServer({
    configFile: false, root: process.cwd(), appType: 'custom', logLevel: 'error',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null }, optimizeDeps: { noDiscovery: true },
  });
  const { startEmbedded } = await createServerModuleRunner(vite.environments.ssr).import(file);
  const { url } = await startEmbedded({ dataDir, log: () => {} });
  console.log(url);
  setInterval(() => {}, 60_000);
`;

/** Starts the process and resolves when its database runs. */
export async function startInChild(dataDir: string): Promise<Child> {
  const file = join(import.meta.dirname, 'embedded.ts');
  const child: ChildProcess = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, file, dataDir],
    {
      cwd: import.meta.dirname,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const { pid, stdout } = child;
  if (pid === undefined || !stdout) throw new Error('The child process did not start');
  const output = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  const { value: url, done } = await output.next();
  if (done) throw new Error('The child process ended before its database ran');
  return {
    pid,
    url,
    ended,
    kill: () => child.kill('SIGKILL'),
    async interruptGroup() {
      process.kill(-pid, 'SIGINT');
      await output.next();
    },
  };
}
