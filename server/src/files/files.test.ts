import { createServer } from 'node:net';
import { DOCUMENT_FILES, PICTURE_FILES } from '@daftar/contract/files';
import { encode } from 'fast-bmp';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageOf } from '../platform/files/storage.ts';
import type { AppError } from '../platform/http/errors.ts';
import { testBucket } from '../platform/testing/bucket.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import {
  attachFile,
  describeFile,
  detachFile,
  merchantLogo,
  publishFile,
  readFile,
  setMerchantLogo,
  storeFile,
} from './index.ts';
import { sweepFiles } from './service.ts';
import { pdf, picture } from './testing.ts';

let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ s3: testBucket() });
  owner = await daftar.merchant();
  stranger = await daftar.merchant();
});
afterAll(() => daftar.close());

const send = (
  name: string,
  content: Buffer,
  rule: typeof DOCUMENT_FILES | typeof PICTURE_FILES = DOCUMENT_FILES,
) => {
  const file = { field: 'file', name, claimedType: 'image/jpeg', content };
  return storeFile(daftar.app, owner, { purpose: 'document', file, rule });
};
const refusal = async (name: string, content: Buffer, rule?: typeof PICTURE_FILES) => {
  const error = await send(name, content, rule).then(
    () => null,
    (thrown: AppError) => thrown,
  );
  return error?.fields?.file?.[0]?.key;
};
const read = (path: string, as: Actor | null = owner, query: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/storage/${path}`, mode: 'test', as, query });
const bitmap = (width = 10) =>
  Buffer.from(
    encode({
      width,
      height: 4,
      channels: 3,
      components: 3,
      bitsPerPixel: 24,
      data: new Uint8Array(width * 12).fill(90),
    }),
  );

describe('what is taken', () => {
  test.each([
    ['stamp.PNG', () => picture()],
    ['stamp.jpg', () => picture({ format: 'jpeg' })],
    ['stamp.jpeg', () => picture({ format: 'jpeg' })],
    ['stamp.gif', () => picture({ format: 'gif' })],
    ['stamp.bmp', async () => bitmap()],
    ['سجل تجاري.pdf', async () => pdf()],
  ])('%s is kept byte for byte under a random name', async (name, make) => {
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

  test('small sizes of pictures carry nothing that the camera wrote', async () => {
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

describe('hostile uploads', () => {
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 1)]);
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const zip = Buffer.from('504b0304140000000800', 'hex');

  test.each([
    ['a program', 'photo.jpg', exe],
    ['a page', 'photo.jpg', html],
    ['a page as PDF', 'paper.pdf', html],
    ['a drawing that runs', 'logo.svg', svg],
    ['a drawing that runs, renamed', 'logo.png', svg],
    ['an archive', 'paper.pdf', zip],
    ['a program by its own name', 'setup.exe', exe],
    ['no extension', 'photo', exe],
    ['an extension of the prototype', 'photo.constructor', exe],
  ])('%s is refused with the sentence of the kinds', async (_, name, content) => {
    expect(await refusal(name, content)).toBe('DocumentFileTypes');
  });

  test('a picture by the name of another kind, and a kind that the field does not take', async () => {
    expect(await refusal('photo.jpg', await picture())).toBe('DocumentFileTypes');
    expect(await refusal('photo.gif', await picture({ format: 'gif' }), PICTURE_FILES)).toBe(
      'PictureFileTypes',
    );
    expect(await refusal('photo.png', pdf(), PICTURE_FILES)).toBe('PictureFileTypes');
  });

  test('nothing, half a picture, and one byte too many', async () => {
    expect(await refusal('photo.png', Buffer.alloc(0))).toBe('EmptyFile');
    const whole = await picture({ width: 2000 });
    expect(await refusal('photo.png', whole.subarray(0, 60))).toBe('BrokenFile');
    expect(await refusal('paper.pdf', Buffer.concat([pdf(), Buffer.alloc(5 * 1024 * 1024)]))).toBe(
      'FileTooLarge',
    );
  });

  test('a small file that unpacks to 30,000 × 30,000 pixels is refused before it is unpacked', async () => {
    const bomb = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    expect(['PictureTooLarge', 'BrokenFile']).toContain(await refusal('bomb.png', bomb));
    const flat = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(flat.length).toBeLessThan(1024 * 1024);
    expect(await refusal('bomb.png', flat)).toBe('PictureTooLarge');
    const claims = bitmap();
    claims.writeInt32LE(30_000, 18);
    claims.writeInt32LE(30_000, 22);
    expect(await refusal('bomb.bmp', claims)).toBe('PictureTooLarge');
    claims.writeInt32LE(1_000, 18);
    claims.writeInt32LE(1_000, 22);
    expect(await refusal('bomb.bmp', claims)).toBe('BrokenFile');
  });

  test('a picture that is a page as well is only ever a picture', async () => {
    const polyglot = Buffer.concat([await picture({ format: 'gif' }), html]);
    const { path } = await send('both.gif', polyglot);
    const back = await read(path);
    expect(back.headers['content-type']).toBe('image/gif');
    expect(back.headers['x-content-type-options']).toBe('nosniff');
    expect((await readFile(daftar.app, owner, path, 'large')).content.includes('script')).toBe(false);
  });

  test('a PDF with a script is kept as it is and offered for saving alone', async () => {
    const { path } = await send('paper.pdf', pdf('app.alert(1)'));
    expect((await read(path)).headers['content-disposition']).toMatch(/^attachment;/);
  });

  test.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\boot.png', 'boot.png'],
    ['a\u0000b\r\nSet-Cookie: x".png', 'abSet-Cookie x.png'],
    ['\u202egnp.exe.png', 'gnp.exe.png'],
    ['.png', 'file.png'],
    [`${'x'.repeat(500)}.png`, `${'x'.repeat(150)}.png`],
    ['\ud800.png', '\ufffd.png'],
  ])('the name %j is no path and no header', async (sent, kept) => {
    const stored = await send(sent, await picture());
    expect(stored.name).toBe(kept);
    expect((await read(stored.path)).headers['content-disposition']).not.toMatch(/[\r\n]/);
  });

  test('a hundred and more uploads that no form uses are enough', async () => {
    const hoarder = await daftar.merchant();
    await daftar.database.sql`
      insert into files (merchant_id, path, purpose, type, size_bytes, name, sha256, uploaded_by, created_at)
      select ${hoarder.merchantId}, 'x' || n, 'document', 'image/png', 1, 'x', sha256('x'), 1, now()
      from generate_series(1, 200) n`;
    const file = { field: 'file', name: 'a.pdf', claimedType: '', content: pdf() };
    await expect(
      storeFile(daftar.app, hoarder, { purpose: 'document', file, rule: DOCUMENT_FILES }),
    ).rejects.toMatchObject({ status: 429 });
  });
});

describe('the virus scanner', () => {
  const scanning = async (reply: string | null) => {
    let seen = Buffer.alloc(0);
    const clamd = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        seen = Buffer.concat([seen, bytes]);
        if (reply === null) socket.destroy();
        else if (seen.subarray(-4).equals(Buffer.alloc(4))) socket.end(reply);
      });
    });
    await new Promise<void>((listening) => clamd.listen(0, '127.0.0.1', listening));
    const { port } = clamd.address() as { port: number };
    const app = { ...daftar.app, config: { ...daftar.app.config, clamd: { host: '127.0.0.1', port } } };
    const content = pdf();
    const file = { field: 'file', name: 'a.pdf', claimedType: '', content };
    const outcome = await storeFile(app, owner, { purpose: 'document', file, rule: DOCUMENT_FILES }).then(
      () => 'taken',
      (error: AppError) => error.fields?.file?.[0]?.key ?? error.status,
    );
    clamd.close();
    return { outcome, sawAll: seen.includes(content) };
  };

  test('sees the whole file and has the last word; without its answer nothing is taken', async () => {
    expect(await scanning('stream: OK\0')).toEqual({ outcome: 'taken', sawAll: true });
    expect((await scanning('stream: Eicar-Signature FOUND\0')).outcome).toBe('HarmfulFile');
    expect((await scanning('INSTREAM size limit exceeded. ERROR\0')).outcome).toBe(503);
    expect((await scanning(null)).outcome).toBe(503);
  });
});

describe('who may read', () => {
  test('nobody without a session, nobody of another merchant: as if it were not there', async () => {
    const { path } = await send('a.png', await picture());
    expect((await read(path, null)).status).toBe(401);
    const foreign = await read(path, stranger);
    const missing = await read(`${'A'.repeat(27)}.png`);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.raw).toBe(missing.raw);
  });

  test('tricks with the path lead nowhere', async () => {
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

  test('a public picture is seen by everybody at its unguessable address, made anew; anything else is not', async () => {
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
    for (const guess of ['/media/x', `/media/${path}`, '/media/..%2f', '/media/%00', `${address}.png`]) {
      expect((await daftar.server.inject({ url: guess })).statusCode, guess).toBe(404);
    }
  });
});

describe('while a file is used', () => {
  const attach = (path: string, who = owner, purpose: 'document' | 'avatar' = 'document') =>
    daftar.app.pool.begin((tx) =>
      attachFile(tx, who, path, { purpose, field: 'crDocument', now: daftar.clock.now() }),
    );

  test("only one's own, of the same purpose", async () => {
    const { path } = await send('a.pdf', pdf());
    await attach(path);
    await attach(path);
    const wrong = [
      () => attach(path, stranger),
      () => attach(path, owner, 'avatar'),
      () => attach('none.pdf'),
    ];
    for (const each of wrong) {
      await expect(each()).rejects.toMatchObject({
        status: 422,
        fields: { crDocument: [{ key: 'FileUnknown' }] },
      });
    }
  });

  test('what nothing refers to for a day is removed, row and bytes; the rest stays', async () => {
    const used = await send('used.png', await picture());
    const unused = await send('unused.png', await picture());
    const replaced = await send('replaced.pdf', pdf());
    await attach(used.path);
    await attach(replaced.path);
    daftar.clock.advance({ hours: 23 });
    const fresh = await send('fresh.pdf', pdf());
    await daftar.app.pool.begin((tx) => detachFile(tx, owner, replaced.path));
    daftar.clock.advance({ hours: 2 });
    expect(await sweepFiles(daftar.app)).toBeGreaterThanOrEqual(2);
    const bytes = (path: string) => storageOf(daftar.app.config).get(`${owner.merchantId}/${path}`);
    for (const gone of [unused, replaced]) {
      await expect(describeFile(daftar.app, owner, gone.path)).rejects.toMatchObject({ status: 404 });
      expect(await bytes(gone.path)).toBeNull();
    }
    expect(await bytes(`${unused.path}.small`)).toBeNull();
    for (const kept of [used, fresh]) expect(await bytes(kept.path)).not.toBeNull();
  });

  test('a logo is public while it is the logo; the one before is swept', async () => {
    const first = await send('one.png', await picture());
    const second = await send('two.png', await picture());
    const set = (path: string | null) =>
      daftar.app.pool.begin((tx) =>
        setMerchantLogo(tx, owner, path, { purpose: 'document', field: 'logoPath', now: daftar.clock.now() }),
      );
    await set(first.path);
    const before = await merchantLogo(daftar.app, owner.merchantId);
    expect((await daftar.server.inject({ url: before!.address })).statusCode).toBe(200);
    await set(second.path);
    const after = await merchantLogo(daftar.app, owner.merchantId);
    expect(after!.path).toBe(second.path);
    expect((await daftar.server.inject({ url: before!.address })).statusCode).toBe(404);
    daftar.clock.advance({ hours: 25 });
    await sweepFiles(daftar.app);
    await expect(describeFile(daftar.app, owner, first.path)).rejects.toMatchObject({ status: 404 });
    expect((await daftar.server.inject({ url: after!.address })).statusCode).toBe(200);
    await set(null);
    expect(await merchantLogo(daftar.app, owner.merchantId)).toBeNull();
  });
});
