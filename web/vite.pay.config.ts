import { build, type Plugin } from 'vite';
import { here, rendererConfig } from './vite.renderer.ts';

const SCRIPT = 'virtual:pay-script';

/** Bundles the page's one script by itself and hands it over as text, to be written into the document. */
function payScript(): Plugin {
  return {
    name: 'daftar-pay-script',
    resolveId: (id) => (id === SCRIPT ? `\0${SCRIPT}` : null),
    async load(id) {
      if (id !== `\0${SCRIPT}`) return null;
      const built = await build({
        configFile: false,
        root: here('.'),
        logLevel: 'warn',
        mode: 'production',
        build: {
          write: false,
          // Phones of 2020 run it as it is; older ones get the page without it.
          target: 'es2020',
          minify: true,
          modulePreload: false,
          lib: { entry: here('./pay/script/main.ts'), formats: ['iife'], name: 'pay' },
          rolldownOptions: {
            treeshake: {
              // The script shares the contract's rules but none of its schemas: zod stays out of the page.
              moduleSideEffects: false,
              manualPureFunctions: [
                'z',
                'oneOf',
                'optionalText',
                'text',
                'email',
                'mobile',
                'PAYMENT_METHODS',
              ],
            },
          },
        },
      });
      const [result] = Array.isArray(built) ? built : [built];
      if (!result || !('output' in result)) throw new Error('The payment page’s script was not built');
      for (const module of result.output[0].moduleIds)
        if (!module.startsWith('\0')) this.addWatchFile(module);
      return `export default ${JSON.stringify(result.output[0].code.trim())}`;
    },
  };
}

/** The payment page. */
export default rendererConfig('pay', [payScript()]);
