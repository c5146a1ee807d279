import { defineConfig } from 'vite';
import { threadCode } from './vite.thread.ts';

const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/**
 * What stays in node_modules: binaries, and whatever is not read at the start but when it is needed, because a server that
 * runs while the next version is built would look in vain for files of its own.
 */
const OUTSIDE = [
  /^@aws-sdk\//,
  /^@modelcontextprotocol\//,
  /^@opentelemetry\/(?!api$)/,
  '@myriaddreamin/typst-ts-node-compiler',
  '@node-rs/argon2',
  '@simplewebauthn/server',
  /^@zxcvbn-ts\//,
  'fast-bmp',
  'file-type',
  /^flydrive/,
  'node-pg-migrate',
  'nodemailer',
  'pg-native',
  'qrcode',
  'sharp',
  'typescript',
];

/**
 * The server's entries, bundled with nearly all packages: a start reads a few large files instead of a thousand small ones.
 * CommonJS, because that is what V8's compiled code can be kept of under Node 20 (`src/platform/compiled.ts`).
 */
export default defineConfig({
  root: here('.'),
  ssr: { noExternal: true, target: 'node' },
  plugins: [
    threadCode(),
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
      // A script that Node has not loaded itself must not import: `src/platform/compiled.ts` does it instead, where it loads.
      renderChunk(code) {
        const outside = '(require.outside ?? ((name) => import(name)))';
        const importing = (whole: string, name: string | undefined) => {
          // A computed name, as of a built page's renderer, is never a chunk of ours.
          if (name === undefined) return `${outside}(`;
          const isOutside = OUTSIDE.some((each) =>
            typeof each === 'string' ? each === name : each.test(name),
          );
          return isOutside ? `${outside}('${name}')` : whole;
        };
        return { code: code.replaceAll(/\bimport\((?:"([^"]+)"\)|(?=[\w$(]))/g, importing), map: null };
      },
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
        'stand-in': here('./src/stand-in.ts'),
        start: here('./src/start.ts'),
        ops: here('./src/ops/cli.ts'),
        'ops-run': here('./src/ops/run.ts'),
        'ledger-check': here('./src/ledger-check.ts'),
      },
      output: {
        format: 'cjs',
        // Places are what traces need; the texts would double the maps.
        sourcemapExcludeSources: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
