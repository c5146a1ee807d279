import { build, type Plugin, type PluginOption, type UserConfig } from 'vite';

/** A path of the web workspace, given relative to this file. */
export const here = (path: string) => decodeURIComponent(new URL(path, import.meta.url).pathname);

/** Builds `<name>/render.tsx` into one module for the server, React included: `dist/<name>/render.js`. */
export const rendererConfig = (name: string, plugins: PluginOption[] = []): UserConfig => ({
  root: here('.'),
  publicDir: false,
  plugins,
  css: { postcss: { plugins: [] } },
  // React's development build must not end up in the server, whatever NODE_ENV the build has.
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

/**
 * Bundles `<name>/script/main.ts` and provides it as text (`virtual:<name>-script`), to be inlined into the document.
 * @param pure functions whose calls can be removed when their result is unused
 */
export function inlineScript(name: string, pure: string[] = []): Plugin {
  const script = `virtual:${name}-script`;
  return {
    name: `daftar-${name}-script`,
    resolveId: (id) => (id === script ? `\0${script}` : null),
    async load(id) {
      if (id !== `\0${script}`) return null;
      const built = await build({
        configFile: false,
        root: here('.'),
        logLevel: 'warn',
        mode: 'production',
        build: {
          write: false,
          // Supports phones from 2020; older ones get the page without it.
          target: 'es2020',
          minify: true,
          modulePreload: false,
          lib: { entry: here(`./${name}/script/main.ts`), formats: ['iife'], name },
          rolldownOptions: { treeshake: { moduleSideEffects: false, manualPureFunctions: pure } },
        },
      });
      const [result] = Array.isArray(built) ? built : [built];
      if (!result || !('output' in result)) throw new Error(`The script of ${name} was not built`);
      for (const module of result.output[0].moduleIds)
        if (!module.startsWith('\0')) this.addWatchFile(module);
      return `export default ${JSON.stringify(result.output[0].code.trim())}`;
    },
  };
}
