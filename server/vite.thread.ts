import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const SUFFIX = '?thread';

/**
 * Answers `import code from './x.ts?thread'` with that module and all that it imports as the text of one CommonJS script. A
 * thread is started from text, not from a file: a server that runs while the next version is built would find that one's,
 * or none, and tests run from the sources, which Node does not read.
 */
export function threadCode(): Plugin {
  return {
    name: 'daftar:thread-code',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const entry = id.slice(0, -SUFFIX.length);
      const built = await build({
        configFile: false,
        root: fileURLToPath(new URL('.', import.meta.url)),
        logLevel: 'error',
        ssr: { noExternal: true, target: 'node' },
        build: {
          ssr: entry,
          write: false,
          target: 'node20',
          minify: false,
          rolldownOptions: { output: { format: 'cjs', codeSplitting: false } },
        },
      });
      const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
      const [code, ...more] = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
      if (!code || more.length > 0) this.error(`${entry} did not become one script`);
      for (const file of code.moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(code.code)};`;
    },
  };
}
