/** Content that changes only with the release requires no rendering and no compression per request. */
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import zlib from 'node:zlib';
import { EMBED_SCRIPT_PATH } from '@daftar/contract/embedding';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { projectRoot } from '../paths.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => daftar.close());

const get = async (url: string, encoding: string) => {
  const { statusCode, headers, rawPayload } = await daftar.server.inject({
    url,
    headers: { 'accept-encoding': encoding },
  });
  expect(statusCode, url).toBe(200);
  return { headers, bytes: rawPayload };
};

const COMPRESSORS = [
  'brotliCompressSync',
  'gzipSync',
  'deflateSync',
  'createBrotliCompress',
  'createGzip',
  'createDeflate',
] as const;
/** Observes all compression; returns the number of calls since. */
function watchCompression() {
  const watched = COMPRESSORS.map((name) => vi.spyOn(zlib, name));
  return () => watched.reduce((sum, each) => sum + each.mock.calls.length, 0);
}

const ENCODINGS = [
  ['br', zlib.brotliDecompressSync],
  ['gzip', zlib.gunzipSync],
] as const;

test.each([
  '/openapi.json?lang=en',
  '/openapi.json?lang=ar',
  '/docs',
  '/docs/reference',
  '/docs/reference/refunds',
  '/docs/errors/amount_too_large',
  '/docs/guide.md',
  '/llms.txt',
  '/terms',
  '/sdk/daftar.postman_collection.json',
  '/sdk/daftar.http',
  '/sitemap.xml',
  '/worker.js',
  EMBED_SCRIPT_PATH,
])('%s is compressed once for all who ask, and again only in another encoding', async (url) => {
  const plain = await get(url, 'identity');
  for (const [encoding, decompress] of ENCODINGS) {
    const compressions = watchCompression();
    for (let times = 1; times <= 3; times += 1) {
      const { headers, bytes } = await get(url, encoding);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(decompress(bytes).equals(plain.bytes)).toBe(true);
    }
    // None, because an earlier reader had it compressed.
    expect(compressions()).toBeLessThanOrEqual(1);
    vi.restoreAllMocks();
  }
});

test('no reader gets what another language has', async () => {
  const [en, ar] = await Promise.all([
    get('/openapi.json?lang=en', 'br'),
    get('/openapi.json?lang=ar', 'br'),
  ]);
  const titleOf = ({ bytes }: typeof en) =>
    JSON.parse(zlib.brotliDecompressSync(bytes).toString()).info.title;
  expect(titleOf(ar)).not.toBe(titleOf(en));
});

test.each([
  ['portal', '/assets/'],
  ['ops', '/ops/assets/'],
])(
  'no file of %s is compressed when somebody asks for it: the build did, or it is as short as it can be',
  async (folder, prefix) => {
    const files = readdirSync(join(projectRoot, 'web/dist', folder, 'assets'));
    const own = files.filter((name) => !/\.(?:br|gz)$/.test(name));
    // One of each kind.
    const names = new Map(own.map((name) => [extname(name), name]));
    expect([...names.keys()]).toEqual(expect.arrayContaining(['.js', '.css', '.mjs', '.woff2']));
    for (const [kind, name] of names) {
      const isShort = kind === '.woff2' || kind === '.xlsx';
      const plain = await get(`${prefix}${name}`, 'identity');
      for (const [encoding, decompress] of ENCODINGS) {
        const compressions = watchCompression();
        const { headers, bytes } = await get(`${prefix}${name}`, `${encoding}, identity;q=0.1`);
        expect(compressions()).toBe(0);
        vi.restoreAllMocks();
        expect(headers['content-encoding'], name).toBe(isShort ? undefined : encoding);
        expect(headers['content-type']).toBe(plain.headers['content-type']);
        expect(headers.vary).toMatch(/accept-encoding/i);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect((isShort ? bytes : decompress(bytes)).equals(plain.bytes), name).toBe(true);
      }
    }
  },
);
