/** Sums of reports. */
import { toPounds } from '@daftar/contract/money';
import type { Sum } from './store-draw.ts';

export const none: Sum = { count: 0, piastres: 0 };
export const plus = (a: Sum, b: Sum): Sum => ({
  count: a.count + b.count,
  piastres: a.piastres + b.piastres,
});
/** Returns a sum as the API shows it. */
export const wire = ({ count, piastres }: Sum) => ({ count, amount: toPounds(piastres) });
