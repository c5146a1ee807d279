/** Exports what the application mounts and runs for storefront. */
export { registerStorefront } from './pages.ts';
export { registerSearchEngines } from './public.ts';
