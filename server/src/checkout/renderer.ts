import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PayRenderer } from '@daftar/contract/checkout';
import { projectRoot } from '../platform/paths.ts';

/** The payment page as the web workspace builds it; loaded by path, because the server imports no web sources. */
const BUILT = join(projectRoot, 'web', 'dist', 'pay', 'render.js');

let loading: Promise<PayRenderer> | undefined;

/** The built renderer, loaded once. A failure is not kept: the page may be built a moment later. */
export function loadPayRenderer(): Promise<PayRenderer> {
  loading ??= (import(pathToFileURL(BUILT).href) as Promise<PayRenderer>).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Nothing but our own hashed script and style runs on the payment page, and nobody frames it. */
export function contentSecurityPolicy(csp: PayRenderer['csp']): string {
  return [
    "default-src 'none'",
    `script-src ${csp.script.join(' ') || "'none'"}`,
    `style-src ${csp.style.join(' ') || "'none'"}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
