/** A push service and a browser for tests: what is sent here is decrypted and checked as RFC 8291 and 8292 say. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushDeviceForm, PushNews } from '@daftar/contract/push';
import { jwtVerify } from 'jose';

/** A message as a browser read it. */
export interface Told {
  path: string;
  news: PushNews;
  /** Who said to have sent it, and until when that holds. */
  subject: string;
  expires: number;
  ttl: string;
}

/** A browser that is subscribed: only it has the keys that its messages are read with. */
export class Browser {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly form: PushDeviceForm;

  constructor(endpoint: string) {
    const p256dh = this.#keys.generateKeys('base64url');
    this.form = { endpoint, p256dh, auth: this.#auth.toString('base64url') };
  }

  /** Reads a message: RFC 8291, section 4, from the receiver's side. */
  read(sealed: Buffer): PushNews {
    const salt = sealed.subarray(0, 16);
    const idBytes = sealed.readUInt8(20);
    const sender = sealed.subarray(21, 21 + idBytes);
    const record = sealed.subarray(21 + idBytes);
    if (sealed.readUInt32BE(16) < record.length) throw new Error('more than one record');
    const derive = (secret: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, by, info, bytes));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = derive(this.#keys.computeSecret(sender), this.#auth, info, 32);
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      key,
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const open = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    if (open.at(-1) !== 2) throw new Error('not the last record');
    return JSON.parse(open.subarray(0, -1).toString());
  }
}

/** Starts a push service on this machine. `answers` are given in turn, then 201. */
export async function startPushService(now: () => Date) {
  const told: Told[] = [];
  const answers: number[] = [];
  const browsers = new Map<string, Browser>();
  const keys = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const body = await buffer(request);
      const [, token = '', key = ''] =
        /^vapid t=([^,]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? [];
      const point = Buffer.from(key, 'base64url');
      const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
      const publicKey = createPublicKey({
        format: 'jwk',
        key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) },
      });
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['ES256'],
        audience: origin,
        currentDate: now(),
        requiredClaims: ['exp', 'sub'],
      });
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted');
      const news = browsers.get(path)!.read(body);
      keys.add(key);
      const status = answers.shift() ?? 201;
      if (status === 201)
        told.push({
          path,
          news,
          subject: String(payload.sub),
          expires: Number(payload.exp),
          ttl: String(request.headers.ttl),
        });
      response.writeHead(status).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    told,
    answers,
    /** The keys that senders said to have. */
    keys,
    subscribe(path: string): Browser {
      const browser = new Browser(`${origin}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}
