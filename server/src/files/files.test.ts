import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitmap, filesOf, pdf, picture } from '../../tests/kit/files.ts';
import { testBucket } from '../../tests/kit/platform/bucket.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { publishFile, readFile } from './index.ts';

let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ s3: testBucket() });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
});
afterAll(() => daftar.close());

const { send, read } = filesOf(() => ({ daftar, owner }));

describe('accepted files', () => {
  test.each([
    ['stamp.PNG', () => picture()],
    ['stamp.jpg', () => picture({ format: 'jpeg' })],
    ['stamp.jpeg', () => picture({ format: 'jpeg' })],
    ['stamp.gif', () => picture({ format: 'gif' })],
    ['stamp.bmp', async () => bitmap()],
    ['سجل تجاري.pdf', async () => pdf()],
  ])('%s is stored byte for byte under a random name', async (name, make) => {
    const content = await make();
    const stored = await send(name, content);
    expect(stored.path).toMatch(/^[\w-]{27}\.[a-z]+$/);
    expect(stored).toMatchObject({ name: name.replace('PNG', 'png'), sizeBytes: content.length });
    const back = await daftar.server.inject({
      url: `/api/sandbox/merchant/storage/${stored.path}`,
      headers: owner.headers,
    });
    expect(back.rawPayload.equals(content)).toBe(true);
    expect(back.headers).toMatchObject({
      'content-type': stored.type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const kept = name.endsWith('.pdf') ? 'attachment' : 'inline';
    expect(back.headers['content-disposition']).toMatch(new RegExp(`^${kept}; filename=`));
    expect(back.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('both modes see the same file', async () => {
    const { path } = await send('a.png', await picture());
    expect((await daftar.call({ path: `/merchant/storage/${path}`, mode: 'live', as: owner })).status).toBe(
      200,
    );
  });

  test('thumbnails contain no metadata of the camera', async () => {
    const located = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Copyright: 'Mona', ImageDescription: 'home' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(located).metadata()).exif).toBeDefined();
    const { path } = await send('home.jpg', located);
    for (const [size, width] of [
      ['small', 400],
      ['large', 900],
    ] as const) {
      const { content, type } = await readFile(daftar.app, owner, path, size);
      const made = await sharp(content).metadata();
      expect([made.width, made.exif, type]).toEqual([width, undefined, 'image/jpeg']);
    }
    expect((await read(path, owner, { size: 'huge' })).status).toBe(422);
    const paper = await send('paper.pdf', pdf());
    expect((await read(paper.path, owner, { size: 'small' })).status).toBe(404);
  });
});

describe('who may read', () => {
  test('a caller without a session gets 401, one of another merchant a 404 as for a missing file', async () => {
    const { path } = await send('a.png', await picture());
    expect((await read(path, null)).status).toBe(401);
    const foreign = await read(path, stranger);
    const missing = await read(`${'A'.repeat(27)}.png`);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.raw).toBe(missing.raw);
  });

  test('path traversal is refused', async () => {
    const { path } = await send('a.png', await picture());
    const tricks = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/x',
      '%2e%2e%2f',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      `${owner.merchantId}%2f${path}`,
      `..%2f${owner.merchantId}%2f${path}`,
      `${path}.small`,
      `${path}%00`,
      `${path}%20`,
      'C:%5cboot.ini',
      '%c0%ae%c0%ae%2f',
      `${path}%2f..%2f${path}`,
    ];
    for (const trick of tricks) {
      for (const as of [owner, stranger]) {
        const answer = await read(trick, as);
        expect([400, 404], trick).toContain(answer.status);
        expect(answer.raw.includes('PNG'), trick).toBe(false);
      }
    }
  });

  test('a public picture is served re-encoded at its unguessable address to everybody; other files are not', async () => {
    const { path } = await send('logo.png', await picture({ width: 900 }));
    const paper = await send('paper.pdf', pdf());
    const now = daftar.clock.now();
    const make = (which: string, who = owner) =>
      daftar.app.pool.begin((tx) => publishFile(tx, who, which, { field: 'logoPath', now }));
    const address = await make(path);
    expect(address).toMatch(/^\/media\/[\w-]{27}$/);
    expect(await make(path)).toBe(address);
    await expect(make(paper.path)).rejects.toMatchObject({ status: 422 });
    await expect(make(path, stranger)).rejects.toMatchObject({ status: 422 });
    const seen = await daftar.server.inject({ url: address });
    expect(seen.statusCode).toBe(200);
    expect(seen.headers['cache-control']).toContain('immutable');
    expect((await sharp(seen.rawPayload).metadata()).width).toBe(900);
    const small = await daftar.server.inject({ url: `${address}?size=small` });
    expect((await sharp(small.rawPayload).metadata()).width).toBe(400);
    for (const guess of ['/media/x', `/media/${path}`, '/media/..%2fx', '/media/%00', `${address}.png`]) {
      expect((await daftar.server.inject({ url: guess })).statusCode, guess).toBe(404);
    }
  });
});
