import { rendererConfig } from './vite.renderer.ts';

/** The developer guide, API reference, terms and privacy pages. */
export default rendererConfig('docs');
