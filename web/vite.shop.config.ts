import { defineConfig } from 'vite';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** The storefront's renderer: one module for the server, React included, `dist/shop/render.js`. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  css: { postcss: { plugins: [] } },
  // Whatever NODE_ENV the build is started with: the development runtime has no place in the server.
  oxc: { jsx: { development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: here('./shop/render.tsx'),
    outDir: here('./dist/shop'),
    emptyOutDir: true,
    target: 'node20',
    cssMinify: true,
    cssTarget: ['chrome87', 'safari14', 'firefox78'],
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
});
