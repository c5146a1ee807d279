import type { PayRenderer } from '@daftar/contract/checkout';
import { builtRenderer } from '../platform/http/pages.ts';

/** The payment page's built renderer, loaded once. */
export const loadPayRenderer = builtRenderer<PayRenderer>('pay');
