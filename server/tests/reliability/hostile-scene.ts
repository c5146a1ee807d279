import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { linkForm } from './client.ts';
import type { RawReply } from './raw.ts';

export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** The product on a port, with a merchant and a link, for misbehaving clients. */
export interface HostileScene {
  daftar: TestServer;
  port: number;
  /** The path of an open payment page. */
  payPath: string;
  /** The merchant's own headers. */
  signed: { Authorization: string };
  /** Logged lines of unexpected errors. */
  surprises(): string[];
  close(): Promise<void>;
}

/** Starts the product for one test file. */
export async function startHostileScene(): Promise<HostileScene> {
  const daftar = await startTestServer();
  await daftar.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = daftar.server.server.address() as AddressInfo;
  const owner = await daftar.merchant();
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'test',
    as: owner,
    body: linkForm('Link', 5),
  });
  return {
    daftar,
    port,
    payPath: new URL(made.body.data.link).pathname,
    signed: { Authorization: owner.headers.authorization },
    surprises: () =>
      daftar.logged.filter((line) => JSON.parse(line).level >= 50).map((line) => line.slice(0, 500)),
    close: () => daftar.close(),
  };
}

/** Expects a 4xx, one of these statuses if given. */
export function expectRefused(reply: RawReply, among: number[] = []): void {
  const told = `${reply.head}\n${reply.body}`.slice(0, 500);
  expect(reply.status, told).toBeGreaterThanOrEqual(400);
  expect(reply.status, told).toBeLessThan(500);
  if (among.length > 0) expect(among, told).toContain(reply.status);
}
