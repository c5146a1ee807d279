import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { inject } from 'vitest';
import { projectRoot, serverRoot } from '../../src/platform/paths.ts';

/** The server's bundle, built from the sources as they are now. */
export interface Bundle {
  main: string;
}

/**
 * Builds it, unless another test of this run has; about two seconds. The portal and the payment page are taken as
 * `npm run build` left them.
 */
export async function buildBundle(): Promise<Bundle> {
  for (const part of ['portal/index.html', 'pay/render.js']) {
    if (!existsSync(join(projectRoot, 'web/dist', part))) throw new Error('Run `npm run build` first.');
  }
  const folder = inject('bundleFolder');
  if (!existsSync(folder)) await buildInto(folder);
  return { main: join(folder, 'main.js') };
}

/** Of two files that build at the same time one is first; what the other has built is the same. */
async function buildInto(folder: string): Promise<void> {
  const unfinished = `${folder}-${process.pid}`;
  await build({
    configFile: join(serverRoot, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: unfinished, sourcemap: false },
  });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** What a child process ended with. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The product running as a process of its own. */
export interface Product {
  child: ChildProcess;
  origin: string;
  /** Everything it has written so far, both streams. */
  output(): string;
  /** Resolves when it is gone, its output whole. */
  ended: Promise<Ending>;
  kill(signal: NodeJS.Signals): void;
}

const RUNNING = /^Daftar is running (at|jobs)/m;

/** Starts the product without waiting for anything; `PORT` is a free one unless given. */
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

/** The same, and waits until it says that it runs. */
export async function startProduct(bundle: Bundle, env: Record<string, string>): Promise<Product> {
  const product = await spawnProduct(bundle, env);
  await new Promise<void>((resolve, reject) => {
    const look = () => RUNNING.test(product.output()) && resolve();
    product.child.stdout?.on('data', look);
    product.ended.then(() => reject(new Error(`The product did not start:\n${product.output()}`)));
  });
  return product;
}

/** A port nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
