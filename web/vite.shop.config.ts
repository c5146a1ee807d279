import { rendererConfig } from './vite.renderer.ts';

/** The storefront. */
export default rendererConfig('shop');
