import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../config.ts';
import { meantAddress, registerPastedLinks } from './pasted.ts';
import { createHttpServer } from './server.ts';

const TOKEN = 'aB3-_xYz0123456789-_';
const LINKS = [
  `/pay/${TOKEN}`,
  `/pay/${TOKEN}/${TOKEN}`,
  `/pay/${TOKEN}/invoice`,
  `/pay/${TOKEN}/invoice.pdf`,
  '/store/nour-shop',
  '/store/nour-shop/products/12',
  `/mail/unsubscribe/r.12.34.0.${TOKEN}`,
  `/mail/confirm/c.12.34.1790000000.${TOKEN}`,
  `/confirm-address/${TOKEN}?lang=ar`,
  `/reset-password?email=a%40example.com&token=${TOKEN}&lang=en`,
  '/docs/errors/not_found',
  '/docs/webhooks.md',
  '/status.json',
  '/transactions/TRX-7K3M9Q2D',
  '/terms',
];
const ADDED = [
  '.',
  '،',
  ',',
  '؟',
  '!',
  ')',
  ']',
  '"',
  '»',
  ';',
  ':',
  ' ',
  '\u200f',
  '\u2069',
  '\u00a0',
  '…',
  "'",
  '*',
];

let server: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  server = await createHttpServer(loadConfig({}), pino({ level: 'silent' }));
  registerPastedLinks(server);
  server.get('/*', async () => 'served');
});
afterAll(() => server.close());

test.each(LINKS)('%s with anything added to its end leads to it', async (link) => {
  for (const added of [
    ...ADDED,
    ').',
    '؟»',
    '". ',
    '\u200f.\u200e',
    ...(link.includes('?') ? [] : ['/', '?', '/.']),
  ]) {
    const answer = await server.inject(link + encodeURIComponent(added));
    expect([added, answer.statusCode, answer.headers.location]).toEqual([added, 302, link]);
  }
  expect((await server.inject(link)).body).toBe('served');
});

test('what is added may be sent without encoding, as UTF-8', () => {
  const raw = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  expect(meantAddress(`/pay/${TOKEN}${raw('؟')}`)).toBe(`/pay/${TOKEN}`);
  expect(meantAddress(`/pay/${TOKEN}).`)).toBe(`/pay/${TOKEN}`);
});

test.each([
  ['/'],
  ['/api/merchant/search?q=Dr.'],
  ['/api/v1/x.'],
  ['/mcp/'],
  ['/transactions?search=Dr.'],
  ['/pay/%FF.'],
  [`/pay/${TOKEN}-`],
  [`/pay/${TOKEN}?amount=10`],
  ['//evil.example.'],
  ['/%5Cevil.example.'],
  ['/%2Fevil.example.'],
])('%s is taken as it is', (url) => {
  expect(meantAddress(url)).toBeNull();
});

test('an address that was meant is meant by itself, and stays on our host', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.constantFrom(...ADDED), (path, added) => {
      const meant = meantAddress(`${path || '/'}${encodeURIComponent(added)}`);
      if (meant === null) return;
      expect(meantAddress(meant)).toBeNull();
      expect(new URL(meant, 'https://daftar.example').host).toBe('daftar.example');
    }),
  );
});
