import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoreRenderer } from '@daftar/contract/storefront';
import { projectRoot } from '../platform/paths.ts';

/** The storefront as the web workspace builds it; loaded by path, because the server imports no web sources. */
const BUILT = join(projectRoot, 'web', 'dist', 'shop', 'render.js');

let loading: Promise<StoreRenderer> | undefined;

/** The built renderer, loaded once. A failure is not kept: the page may be built a moment later. */
export function loadStoreRenderer(): Promise<StoreRenderer> {
  loading ??= (import(pathToFileURL(BUILT).href) as Promise<StoreRenderer>).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
