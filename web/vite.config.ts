import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';
import type { screenFiles } from './portal/app/screen-files.ts';
import { compressedFiles } from './vite.compressed.ts';
import { phoneApp } from './vite.phone.ts';

const server = 'http://127.0.0.1:3000';
const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** What a visitor's first request is known to need, by module paths. */
const EAGER: Readonly<Record<string, readonly string[]>> = {
  all: ['/ui/provider.tsx', '/portal/start.tsx'],
  en: ['/locales/en/common.json'],
  ar: ['/locales/ar/common.json'],
  'auth:en': ['/locales/en/auth.json'],
  'auth:ar': ['/locales/ar/auth.json'],
  'session:en': ['/locales/en/shell.json'],
  'session:ar': ['/locales/ar/shell.json'],
  session: ['/portal/app/portal.ts'],
};

/** In the place of a page, its file name: what a screen's `page` loads is known without loading it. */
const pageFiles: Plugin = {
  name: 'daftar-page-files',
  load: {
    filter: { id: /-page\.tsx$/ },
    handler: (id) => `export default ${JSON.stringify(id)};`,
  },
};

/** What each screen is loaded from, as `defineScreens` has it. */
async function readScreenFiles(): Promise<typeof screenFiles> {
  type Module = { screenFiles: typeof screenFiles };
  const file = here('./portal/app/screen-files.ts');
  const { module } = await runnerImport<Module>(file, { configFile: false, plugins: [pageFiles] });
  return module.screenFiles;
}

type Modules = [name: string, endings: readonly string[]];

/** What a screen loads beside the frame: its page, and its words in each language. */
const modulesOf = ({ path, page, catalogues }: (typeof screenFiles)[number]): Modules[] => [
  [path, [page]],
  ...['en', 'ar'].map(
    (locale): Modules => [`${path}:${locale}`, catalogues.map((name) => `/locales/${locale}/${name}.json`)],
  ),
];

/**
 * Modules that share one file, however many screens use them: it compresses better, a first visit loads a few files
 * instead of dozens, and sign-in does not grow with the screens.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'base', tags: ['$initial'], priority: 5 },
  { name: 'theme', test: /\/web\/ui\/provider\.tsx$/, priority: 4 },
  { name: 'start', test: /\/portal\/start\.tsx$/, priority: 3 },
  // The frame of every screen after sign-in.
  {
    name: 'session',
    test: /\/portal\/app\/(?:portal\.ts|shell\.tsx|prepare\.ts)$/,
    priority: 2,
  },
  {
    name: 'kit',
    // With the amounts and lookups of the contract, which nearly every screen has: the calls about money are a file of their own.
    test: /\/web\/ui\/(?:page-header|error-box|stat-card|confirm|money-flow|day-input-later|format-hour|reference\.module)\.(?:tsx?|css)$|\/contract\/src\/(?:money|lookups|exports)\.ts$|\/portal\/shared\/transaction-link\.ts$|\/NativeSelect\.mjs$|\/IconChevronRight\.mjs$/,
    priority: 1,
  },
  // What forms share with lists.
  {
    name: 'parts',
    test: /\/web\/ui\/(?:dialog|use-overlay|use-kept|row-menu|opened-later|money-input|list-search|export-rows)\.tsx?$|\/portal\/shared\/list-query\.ts$|\/named-list\.module\.css$|\/(?:SegmentedControl|Textarea|Progress)\.mjs$/,
    priority: 0.5,
  },
  {
    name: 'list',
    test: /\/web\/ui\/(?:list-page|data-table|table-search|bulk-actions|use-selection)\.tsx?$|\/portal\/(?:saved-views\/index|shared\/(?:own-columns|customer-name))\.tsx?$/,
  },
  { name: 'money', test: /\/contract\/src\/(?:transactions|payouts|approvals|dashboard)\.ts$/ },
  ...['en', 'ar'].map((locale) => ({
    name: `words-${locale}`,
    test: new RegExp(
      `/locales/${locale}/(?:shell|notifications)\\.json$|/contract/messages/${locale}\\.json$`,
    ),
  })),
  { name: 'icons', test: /\/@tabler\/icons-react\//, minShareCount: 2 },
];

/**
 * A function that returns the files that modules with given endings need beside the entry: theirs and all that these import.
 */
function filesIn(bundle: Rolldown.OutputBundle): (endings: readonly string[]) => string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => chunk.isEntry);
  const has = (fileName: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const next of byName.get(fileName)?.imports ?? []) has(next, seen);
    return seen;
  };
  const already = entry ? has(entry.fileName) : new Set<string>();
  return (endings) => {
    const wanted = new Set<string>();
    for (const ending of endings) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)));
      if (!chunk) throw new Error(`no chunk holds ${ending}, which a first request is said to need`);
      for (const file of has(chunk.fileName)) {
        if (already.has(file)) continue;
        wanted.add(`/${file}`);
        for (const css of byName.get(file)?.viteMetadata?.importedCss ?? []) wanted.add(`/${css}`);
      }
    }
    return [...wanted];
  };
}

/**
 * Tells the inline script of index.html the chunks of the first screen, so that they load beside the entry instead of
 * after it: no request chain is deeper than two. `screens.json` has those of every screen, for `sizes.mjs`.
 */
function eagerChunks(): Plugin {
  let every = {};
  return {
    name: 'daftar-eager-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const files = filesIn(bundle ?? {});
        const of = (modules: readonly Modules[]) =>
          Object.fromEntries(modules.map(([name, endings]) => [name, files(endings)]));
        const screens = await readScreenFiles();
        every = of(screens.flatMap(modulesOf));
        const entries = screens.filter(({ isEntry }) => isEntry);
        const first = of([...Object.entries(EAGER), ...entries.flatMap(modulesOf)]);
        return html.replace('"__EAGER_CHUNKS__"', JSON.stringify(first));
      },
    },
    generateBundle: {
      // Once the page has been made.
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(every) });
      },
    },
  };
}

/**
 * Mantine gives each field another id as soon as it is mounted, and draws it a second time for that, in the task that has
 * just put the screen together. React's own id is unique where there is one root (ADR 130).
 */
const idsOfReact: Plugin = {
  name: 'daftar-ids-of-react',
  apply: 'build',
  load: {
    filter: { id: /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
    handler: () => `import { useId as useIdOfReact } from 'react';
      export function useId(given) {
        const id = useIdOfReact();
        return typeof given === 'string' ? given : id;
      }`,
  },
};

/** Files of which most is executed before a signed-in user's first screen is shown. */
const RUN_AT_ONCE = [/^assets\/index-/, /^assets\/theme-/, /^assets\/start-/, /^assets\/session-/];

/**
 * Starts those files with a hint for Chromium, a comment to others: compile every function while the file loads, off
 * the main thread. Without it each is parsed again on the main thread when it is called (ADR 130).
 */
function compileAtOnce(): Plugin {
  return {
    name: 'daftar-compile-at-once',
    apply: 'build',
    generateBundle: {
      // It only counts on the very first line, where Vite writes as well.
      order: 'post',
      handler(_options, bundle) {
        for (const name of RUN_AT_ONCE) {
          const chunk = Object.values(bundle).find(
            (file) => name.test(file.fileName) && file.type === 'chunk',
          );
          if (chunk?.type !== 'chunk') throw new Error(`no chunk is named ${name.source}`);
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}

/** The portal. Its server replaces `__CSP_NONCE__` at each request. */
export default defineConfig({
  root: here('./portal'),
  base: '/',
  plugins: [react(), idsOfReact, eagerChunks(), compileAtOnce(), phoneApp(), compressedFiles('assets')],
  css: { postcss: here('.') },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: here('./dist/portal'),
    emptyOutDir: true,
    assetsDir: 'assets',
    // Fonts and pictures stay files, since the content security policy does not allow `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/pay': server, '/dev': server, '/store': server, '/docs': server },
  },
});
