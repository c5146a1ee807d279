/** The storefront's front door for the application. */
export { registerStorefront } from './pages.ts';
export { registerSearchEngines } from './public.ts';
