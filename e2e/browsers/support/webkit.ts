import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../support/global-setup.ts';
import { elementOf, onceStarted, type Session } from './session.ts';

const SCREEN = '375x720x24';
const LIBRARIES = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
/** WebKitGTK's own small browser. */
const BINARY = `/usr/lib/${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`;

/** Starts a screen without a monitor, of the size of a phone. @returns its process and its name. */
async function startScreen(): Promise<{ xvfb: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const written = xvfb.stdio[3];
  if (!written) throw new Error('No pipe to Xvfb');
  const [said] = (await once(written, 'data')) as [Buffer];
  return { xvfb, display: `:${said.toString().trim()}` };
}

/** WebKitGTK, driven by its WebDriver, full screen at phone width. */
export async function startWebkit(): Promise<Session> {
  const { xvfb, display } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return elementOf(value);
  };
  await onceStarted(() => fetch(`http://127.0.0.1:${port}/status`));
  const options = { binary: BINARY, args: ['--automation', '--full-screen'] };
  const made = await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `/session/${(made as { sessionId: string }).sessionId}`;
  const post = (path: string, body: object = {}) => send('POST', `${session}${path}`, body);
  // Full screen it takes any size; otherwise it is never narrower than its buttons.
  await post('/window/rect', { x: 0, y: 0, width: 375, height: 720 });
  return {
    open: async (url) => void (await post('/url', { url })),
    run: async <T>(script: string, args: readonly unknown[] = []) =>
      (await post('/execute/sync', { script, args })) as T,
    click: async (element) => void (await post(`/element/${element}/click`)),
    type: async (element, text) => void (await post(`/element/${element}/value`, { text })),
    forget: async () => void (await send('DELETE', `${session}/cookie`)),
    screenshot: async () => Buffer.from((await send('GET', `${session}/screenshot`)) as string, 'base64'),
    close: async () => {
      await send('DELETE', session);
      driver.kill();
      xvfb.kill();
    },
  };
}
