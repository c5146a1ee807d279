import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite.compressed.ts';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The provider's console, served under /ops. Its server replaces `__CSP_NONCE__` at each request. */
export default defineConfig({
  root: here('./ops'),
  base: '/ops/',
  publicDir: false,
  plugins: [react(), compressedFiles('assets')],
  css: { postcss: here('.') },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/ops'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // Fonts and pictures stay files, since the content security policy does not allow `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { port: 5174, proxy: { '/api': 'http://127.0.0.1:3000' } },
});
