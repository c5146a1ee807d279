import { createServer } from 'node:net';
import { DOCUMENT_FILES, FILE_KINDS, type FileKind, FORMATS, PICTURE_FILES } from '@daftar/contract/files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitmap, filesOf, pdf, picture } from '../../tests/kit/files.ts';
import { testBucket } from '../../tests/kit/platform/bucket.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { AppError } from '../platform/http/errors.ts';
import { readFile, storeFile } from './index.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer({ s3: testBucket() });
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const { send, read } = filesOf(() => ({ daftar, owner }));
const refusals = async (name: string, content: Buffer, rule?: typeof PICTURE_FILES) => {
  const error = await send(name, content, rule).then(
    () => null,
    (thrown: AppError) => thrown,
  );
  return error?.fields?.file ?? [];
};
const refusal = async (name: string, content: Buffer, rule?: typeof PICTURE_FILES) => {
  return (await refusals(name, content, rule))[0]?.key;
};

test('many large pictures of one merchant are drawn two at a time, leave the next turn to others, and are bounded', async () => {
  const [other, third] = [await daftar.merchant(), await daftar.merchant()];
  const side = { width: 2500, height: 2500, channels: 3, background: '#123456' } as const;
  // The slowest kind: seven passes over the whole of it.
  const slow = await sharp({ create: side }).png({ progressive: true }).toBuffer();
  const small = await picture();
  const stored: string[] = [];
  const store = async (as: Actor, what: string, content: Buffer) => {
    const file = { field: 'file', name: 'photo.png', claimedType: '', content };
    await storeFile(daftar.app, as, { purpose: 'product', file, rule: PICTURE_FILES });
    stored.push(what);
  };
  let atOnce = 0;
  const count = () => {
    const { queue, process } = sharp.counters();
    atOnce = Math.max(atOnce, queue + process);
  };
  sharp.queue.on('change', count);
  const many = Array.from({ length: 6 }, () => store(other, 'large', slow));
  await Promise.all([...many, store(third, 'small', small)]);
  sharp.queue.off('change', count);
  // While one passes from the queue to a thread it is counted in both, so two count as at most four; all would be seven.
  expect(atOnce).toBeLessThanOrEqual(4);
  expect(stored.slice(0, 3)).toContain('small');
  const bounded = await Promise.allSettled(Array.from({ length: 40 }, () => store(other, 'more', small)));
  const refused = bounded.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429 });
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
  ])('%s is refused with the sentence that names the accepted kinds', async (_, name, content) => {
    expect(await refusal(name, content)).toBe('DocumentFileTypes');
  });

  test('a file named as another accepted kind is refused with both kinds and the right extension', async () => {
    const contents = {
      jpg: await picture({ format: 'jpeg' }),
      png: await picture(),
      gif: await picture({ format: 'gif' }),
      bmp: bitmap(),
      pdf: pdf(),
    };
    for (const named of FILE_KINDS) {
      for (const [kind, content] of Object.entries(contents)) {
        if (FORMATS[named] === FORMATS[kind as FileKind]) continue;
        expect(await refusals(`photo.${named}`, content)).toEqual([
          { key: 'FileMisnamed', params: { named, kind, content: FORMATS[kind as FileKind] } },
        ]);
      }
    }
    expect(await refusals('photo.png', contents.jpg, PICTURE_FILES)).toMatchObject([{ key: 'FileMisnamed' }]);
  });

  test.each(['heic', 'heix', 'mif1'])(
    'an iPhone photo (%s) is refused with the accepted kinds and how to take it in one of them',
    async (brand) => {
      const photo = Buffer.concat([
        Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0mif1heic`, 'latin1'),
        Buffer.alloc(64),
      ]);
      for (const name of ['IMG_0042.HEIC', 'IMG_0042.jpg', 'IMG_0042.pdf']) {
        expect(await refusals(name, photo)).toEqual([{ key: 'DocumentHeic' }]);
        expect(await refusals(name, photo, PICTURE_FILES)).toEqual([{ key: 'PictureHeic' }]);
      }
    },
  );

  test('a kind that the field does not accept is refused', async () => {
    expect(await refusal('photo.gif', await picture({ format: 'gif' }), PICTURE_FILES)).toBe(
      'PictureFileTypes',
    );
    expect(await refusal('photo.png', pdf(), PICTURE_FILES)).toBe('PictureFileTypes');
  });

  test('an empty file, half a picture, and one byte too many are refused', async () => {
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

  test('a picture that is also valid HTML is only served as a picture', async () => {
    const polyglot = Buffer.concat([await picture({ format: 'gif' }), html]);
    const { path } = await send('both.gif', polyglot);
    const back = await read(path);
    expect(back.headers['content-type']).toBe('image/gif');
    expect(back.headers['x-content-type-options']).toBe('nosniff');
    expect((await readFile(daftar.app, owner, path, 'large')).content.includes('script')).toBe(false);
  });

  test('a PDF with a script is refused; another is offered only for download', async () => {
    await expect(send('paper.pdf', pdf('app.alert(1)'))).rejects.toThrow('http.invalid');
    const { path } = await send('paper.pdf', pdf());
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
  ])('the name %j becomes neither a path nor a header', async (sent, kept) => {
    const stored = await send(sent, await picture());
    expect(stored.name).toBe(kept);
    expect((await read(stored.path)).headers['content-disposition']).not.toMatch(/[\r\n]/);
  });

  test('unused uploads are limited', async () => {
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

  test('scans the whole file and decides; without its answer no file is accepted', async () => {
    expect(await scanning('stream: OK\0')).toEqual({ outcome: 'taken', sawAll: true });
    expect((await scanning('stream: Eicar-Signature FOUND\0')).outcome).toBe('HarmfulFile');
    expect((await scanning('INSTREAM size limit exceeded. ERROR\0')).outcome).toBe(503);
    expect((await scanning(null)).outcome).toBe(503);
  });
});
