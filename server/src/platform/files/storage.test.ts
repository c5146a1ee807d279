import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { testBucket } from '../../../tests/kit/platform/bucket.ts';
import { loadConfig } from '../../config.ts';
import { createStorage, storageOf } from './storage.ts';

const dataDir = join(tmpdir(), `daftar-storage-${randomUUID()}`);
const bucket = testBucket();
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const places = [{ name: 'a folder', s3: null }, ...(bucket ? [{ name: 'a bucket', s3: bucket }] : [])];

describe.each(places)('files in $name', ({ s3 }) => {
  const storage = storageOf({ dataDir, s3 });
  const newKey = () => `17/${randomUUID()}.png`;

  test('are read back byte for byte, and a second write replaces the first', async () => {
    const key = newKey();
    const [first, second] = [randomBytes(70_000), randomBytes(3)];
    await storage.put(key, first, 'image/png');
    expect((await storage.get(key))?.equals(first)).toBe(true);
    await storage.put(key, second, 'image/png');
    expect((await storage.get(key))?.equals(second)).toBe(true);
    expect(await storage.get(`${key}.small`)).toBeNull();
  });

  test('that do not exist are read as null and deleted without an error', async () => {
    const key = newKey();
    expect(await storage.get(key)).toBeNull();
    await storage.delete(key);
    await storage.put(key, Buffer.from('x'), 'application/pdf');
    await storage.delete(key);
    expect(await storage.get(key)).toBeNull();
  });

  test('written concurrently are all stored', async () => {
    const files = Array.from({ length: 20 }, () => ({ key: newKey(), content: randomBytes(2_000) }));
    await Promise.all(files.map(({ key, content }) => storage.put(key, content, 'image/png')));
    const read = await Promise.all(files.map(({ key }) => storage.get(key)));
    expect(read.map((content, place) => content?.equals(files[place]!.content))).toEqual(
      files.map(() => true),
    );
  });
});

test('an unreachable store is an error, never a missing file', async () => {
  const { s3 } = loadConfig({
    DAFTAR_S3_BUCKET: 'papers',
    // Nothing listens on the discard port of this machine.
    DAFTAR_S3_ENDPOINT: 'http://127.0.0.1:9',
    DAFTAR_S3_ACCESS_KEY_ID: 'key',
    DAFTAR_S3_SECRET_ACCESS_KEY: 'secret',
    DAFTAR_S3_PATH_STYLE: 'yes',
  });
  const storage = storageOf({ dataDir, s3 });
  await expect(storage.get('17/paper.pdf')).rejects.toThrow();
  await expect(storage.put('17/paper.pdf', Buffer.from('x'), 'application/pdf')).rejects.toThrow();
  await expect(storage.delete('17/paper.pdf')).rejects.toThrow();
});

test('a store that accepts connections and never answers is an error, too', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const { s3 } = loadConfig({
    DAFTAR_S3_BUCKET: 'papers',
    DAFTAR_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    DAFTAR_S3_ACCESS_KEY_ID: 'key',
    DAFTAR_S3_SECRET_ACCESS_KEY: 'secret',
    DAFTAR_S3_PATH_STYLE: 'yes',
  });
  const timeouts = { connectionTimeout: 200, socketTimeout: 200, requestTimeout: 200 };
  const hanging = createStorage({ dataDir, s3 }, timeouts);
  await expect(hanging.get('17/paper.pdf')).rejects.toThrow();
  await expect(hanging.put('17/paper.pdf', Buffer.from('x'), 'application/pdf')).rejects.toThrow();
  silent.close();
});
