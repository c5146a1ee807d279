import { inlineScript, rendererConfig } from './vite.renderer.ts';

/** The storefront. */
export default rendererConfig('shop', [inlineScript('shop')]);
