/** What makes the portal an app on a phone: icons, a manifest per language, and the service worker with its page. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { build, type Plugin, type Rolldown } from 'vite';
import type { OfflinePage } from './portal/worker/worker.ts';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);
const read = (path: string) => readFileSync(here(path), 'utf8');

const LOCALES = ['en', 'ar'] as const;
type Locale = (typeof LOCALES)[number];
const textsOf = (locale: Locale): Record<string, string> =>
  JSON.parse(read(`./locales/${locale}/phone.json`));

const BRAND = '#0f5f5c';
const LOGO = './portal/public/favicon.svg';

/** Side in pixels. A maskable one and Apple's are cut to a shape by the phone: their corners are filled, and the sign is small. */
const ICONS = [
  { name: 'icon-192.png', side: 192, filled: false },
  { name: 'icon-512.png', side: 512, filled: false },
  { name: 'icon-maskable.png', side: 512, filled: true },
  { name: 'apple-touch-icon.png', side: 180, filled: true },
] as const;

async function iconOf({ side, filled }: (typeof ICONS)[number]): Promise<Uint8Array> {
  const logo = sharp(Buffer.from(read(LOGO)), { density: (72 * side) / 32 }).resize(side, side);
  return (filled ? logo.flatten({ background: BRAND }) : logo).png().toBuffer();
}

function manifestOf(locale: Locale): string {
  const texts = textsOf(locale);
  const name = locale === 'ar' ? 'دفتر' : 'Daftar';
  return JSON.stringify({
    // One app, whichever language it was installed in.
    id: '/dashboard',
    name,
    short_name: name,
    description: texts['app.description'],
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    categories: ['business', 'finance'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: texts['app.till'], url: '/till' },
      { name: texts['app.link'], url: '/payment-link/create-share-link' },
    ],
  });
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Both languages are in it: the browser, not the worker, knows which was chosen. */
function offlinePage(): OfflinePage {
  const style = read('./portal/worker/offline.css');
  const script = read('./portal/worker/offline.js');
  const said = LOCALES.map((locale) => {
    const texts = textsOf(locale);
    return `<div lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><h1>${texts['offline.title']}</h1><p>${texts['offline.kept']}</p><p>${texts['offline.goesOn']}</p><button type="button">${texts['offline.retry']}</button><small>${texts['offline.self']}</small></div>`;
  });
  const logo = read(LOGO).replace('<svg ', '<svg aria-hidden="true" ');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>Daftar</title><style>${style}</style></head><body><main>${logo}${said.join('')}</main><script>${script}</script></body></html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { html, policy: policy.join('; ') };
}

/** One file without imports: a worker of a release that is being replaced finds no others. */
async function workerCode(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { OFFLINE_PAGE: JSON.stringify(offlinePage()) },
    build: {
      write: false,
      lib: { entry: here('./portal/worker/entry.ts'), formats: ['iife'], name: 'worker' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built[0]!.output;
  return chunk.code;
}

/** Adds these files to the portal's build, beside its page. */
export function phoneApp(): Plugin {
  return {
    name: 'daftar-phone-app',
    apply: 'build',
    async generateBundle() {
      const add = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName, source });
      for (const icon of ICONS) add(icon.name, await iconOf(icon));
      for (const locale of LOCALES) add(`app-${locale}.webmanifest`, manifestOf(locale));
      add('worker.js', await workerCode());
    },
  };
}
