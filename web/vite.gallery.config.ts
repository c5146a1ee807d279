import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The gallery of the kit: `npm run gallery` serves it, `e2e/gallery.spec.ts` builds it. No part of the product. */
export default defineConfig({
  root: here('./gallery'),
  publicDir: false,
  plugins: [react()],
  css: { postcss: here('.') },
  build: { outDir: here('./gallery/dist'), emptyOutDir: true, reportCompressedSize: false },
  server: { port: 5175 },
});
