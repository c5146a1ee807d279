import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:3000';
const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** What the first request of a visitor is known to need, by the text of its modules' paths. */
const EAGER: Readonly<Record<string, readonly string[]>> = {
  en: ['/locales/en/common.json'],
  ar: ['/locales/ar/common.json'],
  'auth:en': ['/locales/en/auth.json'],
  'auth:ar': ['/locales/ar/auth.json'],
  'session:en': ['/locales/en/shell.json', '/locales/en/notifications.json', '/contract/messages/en.json'],
  'session:ar': ['/locales/ar/shell.json', '/locales/ar/notifications.json', '/contract/messages/ar.json'],
  session: ['/portal/app/app.tsx', '/portal/app/shell.tsx'],
};

/**
 * Tells the inline script of index.html the addresses of the chunks that the first screen will ask for, so
 * that they are fetched beside the entry instead of after it: no request chain is deeper than two.
 */
function eagerChunks(): Plugin {
  return {
    name: 'daftar-eager-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const entry = chunks.find((chunk) => chunk.isEntry);
        const has = (fileName: string, seen = new Set<string>()): Set<string> => {
          if (seen.has(fileName)) return seen;
          seen.add(fileName);
          for (const next of byName.get(fileName)?.imports ?? []) has(next, seen);
          return seen;
        };
        const already = entry ? has(entry.fileName) : new Set<string>();
        const map: Record<string, string[]> = {};
        for (const [name, endings] of Object.entries(EAGER)) {
          const wanted = new Set<string>();
          for (const chunk of chunks) {
            if (!chunk.moduleIds.some((id) => endings.some((ending) => id.endsWith(ending)))) continue;
            for (const file of has(chunk.fileName)) if (!already.has(file)) wanted.add(`/${file}`);
            for (const css of chunk.viteMetadata?.importedCss ?? []) wanted.add(`/${css}`);
          }
          map[name] = [...wanted];
        }
        return html.replace('"__EAGER_CHUNKS__"', JSON.stringify(map));
      },
    },
  };
}

/** The portal. Its server replaces `__CSP_NONCE__` at each request. */
export default defineConfig({
  root: here('./portal'),
  base: '/',
  plugins: [react(), eagerChunks()],
  css: { postcss: here('.') },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/portal'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // Fonts and pictures stay files: `data:` addresses are not in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the entry needs stays in one chunk, however many screens come to share parts of it: it packs better,
    // and sign-in does not grow with them.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/pay': server, '/dev': server, '/store': server, '/docs': server },
  },
});
