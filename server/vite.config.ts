import { defineConfig } from 'vite';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/**
 * The server's entries, bundled with the contract and with what a start would read a hundred and forty small files of; other
 * packages stay in node_modules.
 */
export default defineConfig({
  root: here('.'),
  ssr: { noExternal: ['@daftar/contract', 'zod', 'jose'], target: 'node' },
  build: {
    ssr: true,
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: here('./src/main.ts'),
        ops: here('./src/ops/cli.ts'),
        'ledger-check': here('./src/ledger-check.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
