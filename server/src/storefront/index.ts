/** What the application mounts and runs of storefront. */
export { registerStorefront } from './pages.ts';
export { registerSearchEngines } from './public.ts';
