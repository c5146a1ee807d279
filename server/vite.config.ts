import { defineConfig } from 'vite';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** What stays in node_modules: binaries, and what is large and only some installations ever load. */
const OUTSIDE = [
  /^@aws-sdk\//,
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  'flydrive',
  'pg-native',
  'sharp',
];

/**
 * The server's entries, bundled with nearly all packages: a start reads a few large files instead of a thousand small ones.
 * CommonJS, because that is what V8's compiled code can be kept of under Node 20 (`src/platform/compiled.ts`).
 */
export default defineConfig({
  root: here('.'),
  ssr: { noExternal: true, target: 'node' },
  plugins: [
    {
      name: 'daftar:not-in-a-worker-of-cloudflare',
      // Node 20 has no `navigator` to tell by; so pg makes a Response, for which Node reads all of `fetch`.
      transform(code, id) {
        if (!/\/pg\/lib\/stream\.js$/.test(id)) return null;
        const asked = "typeof Response === 'function'";
        if (!code.includes(asked))
          this.error('pg asks in another way where it runs: look whether this is still needed.');
        return { code: code.replace(asked, 'false'), map: null };
      },
    },
    {
      name: 'daftar:commonjs',
      // The package around it says that its files are modules.
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
      },
    },
  ],
  build: {
    ssr: true,
    outDir: here('./dist'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external: OUTSIDE,
      // A package that is read late may refer to itself.
      checks: { ineffectiveDynamicImport: false },
      input: {
        main: here('./src/main.ts'),
        start: here('./src/start.ts'),
        ops: here('./src/ops/cli.ts'),
        'ledger-check': here('./src/ledger-check.ts'),
      },
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
