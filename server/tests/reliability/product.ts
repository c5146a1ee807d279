import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot, serverRoot } from '../../src/platform/paths.ts';

/** The server's bundle, built from the current sources. */
export interface Bundle {
  main: string;
}

/** Builds the server into its usual place, unless it is there: `npm test` has built it. Pages are used as `npm run build` left them. */
export async function buildBundle(): Promise<Bundle> {
  for (const part of ['portal/index.html', 'pay/render.js']) {
    if (!existsSync(join(projectRoot, 'web/dist', part))) throw new Error('Run `npm run build` first.');
  }
  const { buildServer } = await import(pathToFileURL(join(projectRoot, 'tools/build.mjs')).href);
  buildServer();
  return { main: join(serverRoot, 'dist/main.js') };
}

/** The end of a child process. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The product in a process of its own. */
export interface Product {
  child: ChildProcess;
  origin: string;
  /** All output so far, of both streams. */
  output(): string;
  /** Resolves when the process has ended and its output is complete. */
  ended: Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
}

const RUNNING = /^Daftar is running (at|jobs)/m;

/** Starts the product without waiting; `PORT` is a free one by default. */
export async function spawnProduct(bundle: Bundle, env: Record<string, string>): Promise<Product> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [bundle.main], {
    cwd: serverRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DAFTAR_DEMO: 'no',
      DAFTAR_LINK_MAILS_PER_HOUR: '1000',
      DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
      DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
      // On a machine that does much else everything takes long, and is waited for.
      DAFTAR_LONGEST_WAIT_SECONDS: '30',
      PORT: port,
      ...env,
    } as never,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Ending);
  return {
    child,
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Starts it and waits until it prints that it runs. */
export async function startProduct(bundle: Bundle, env: Record<string, string>): Promise<Product> {
  const product = await spawnProduct(bundle, env);
  await new Promise<void>((resolve, reject) => {
    const look = () => RUNNING.test(product.output()) && resolve();
    product.child.stdout?.on('data', look);
    product.ended.then(() => reject(new Error(`The product did not start:\n${product.output()}`)));
  });
  return product;
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
