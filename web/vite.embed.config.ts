import type { UserConfig } from 'vite';
import { here } from './vite.renderer.ts';

/** The script for merchants' websites, `Daftar` on their pages: `dist/embed/embed.js`. */
export default {
  root: here('.'),
  publicDir: false,
  css: { postcss: { plugins: [] } },
  build: {
    outDir: here('./dist/embed'),
    emptyOutDir: true,
    target: 'es2020',
    minify: true,
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: here('./embed/main.ts'), formats: ['iife'], name: 'Daftar', fileName: () => 'embed.js' },
  },
} satisfies UserConfig;
