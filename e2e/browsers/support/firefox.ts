import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/global-setup.ts';
import { elementOf, onceStarted, type Session } from './session.ts';

const BINARY = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Sends WebDriver's commands to Marionette, the server in Firefox itself: each message is its length, a colon and
 * `[0, id, name, parameters]`, each reply `[1, id, error, result]`. Debian packages no geckodriver, which would pass
 * the same commands on.
 */
function marionette(socket: Socket) {
  const waiting = new Map<number, Waiting>();
  let heard = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk: Buffer) => {
    heard = Buffer.concat([heard, chunk]);
    for (let colon = heard.indexOf(':'); colon > 0; colon = heard.indexOf(':')) {
      const end = colon + 1 + Number(heard.subarray(0, colon));
      if (heard.length < end) return;
      const message = JSON.parse(heard.subarray(colon + 1, end).toString()) as unknown;
      heard = heard.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
      const command = waiting.get(id);
      waiting.delete(id);
      if (error) command?.reject(new Error(error.message));
      else command?.resolve(result);
    }
  });
  return (name: string, parameters: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const text = JSON.stringify([0, last, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

type Send = (name: string, parameters?: object) => Promise<unknown>;

/** Moves to a window of the size of a phone's: only one that a page opens is narrower than 500 pixels. */
async function openPhone(send: Send): Promise<void> {
  const script = `window.open('about:blank', '', 'popup,width=375,height=720')`;
  const [first] = (await send('GetWindowHandles')) as string[];
  await send('ExecuteScript', { script });
  const handle = await onceStarted(async () => {
    const opened = ((await send('GetWindowHandles')) as string[]).find((each) => each !== first);
    if (!opened) throw new Error('The window has not opened');
    return opened;
  });
  await send('SwitchToWindow', { handle });
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Firefox without a window, at phone width. */
export async function startFirefox(): Promise<Session> {
  const profile = mkdtempSync(join(tmpdir(), 'daftar-firefox-'));
  const port = await freePort();
  const preferences = {
    'marionette.port': port,
    'dom.disable_open_during_load': false,
    'datareporting.policy.dataSubmissionEnabled': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'];
  const firefox = spawn(BINARY, args, { stdio: 'ignore' });
  const socket = await onceStarted(() => connected(port));
  const ask = marionette(socket);
  const send = async (name: string, parameters: object = {}) => {
    const result = await ask(`WebDriver:${name}`, parameters);
    // Lists come without a wrapper.
    return Array.isArray(result) ? result : elementOf((result as { value?: unknown } | null)?.value);
  };
  await send('NewSession', { capabilities: { alwaysMatch: {} } });
  await openPhone(send);
  return {
    open: async (url) => void (await send('Navigate', { url })),
    run: async <T>(script: string, args: readonly unknown[] = []) =>
      (await send('ExecuteScript', { script, args })) as T,
    click: async (id) => void (await send('ElementClick', { id })),
    type: async (id, text) => void (await send('ElementSendKeys', { id, text })),
    forget: async () => void (await send('DeleteAllCookies')),
    screenshot: async () => Buffer.from((await send('TakeScreenshot', { full: false })) as string, 'base64'),
    close: async () => {
      socket.destroy();
      firefox.kill();
      if (firefox.exitCode === null) await once(firefox, 'exit');
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
