import type { PluginOption, UserConfig } from 'vite';

/** A path of the web workspace, given relative to this file. */
export const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** Builds `<name>/render.tsx` into one module for the server, React included: `dist/<name>/render.js`. */
export const rendererConfig = (name: string, plugins: PluginOption[] = []): UserConfig => ({
  root: here('.'),
  publicDir: false,
  plugins,
  css: { postcss: { plugins: [] } },
  // Whatever NODE_ENV the build runs with, React's development runtime must not end up in the server.
  oxc: { jsx: { development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: here(`./${name}/render.tsx`),
    outDir: here(`./dist/${name}`),
    emptyOutDir: true,
    target: 'node20',
    cssMinify: true,
    cssTarget: ['chrome87', 'safari14', 'firefox78'],
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
});
