import type { SalesStep } from '@daftar/contract/dashboard';
import { definePath } from '../../ui/define-path.ts';

/** What the chart of sales shows. */
export const SALES_MEASURES = ['sales', 'rate', 'fees', 'refunded'] as const;
export type SalesMeasure = (typeof SALES_MEASURES)[number];

/** The dashboard, perhaps with the days, steps and measure of its chart. */
export const dashboardPath = definePath<{
  date_from?: string;
  date_to?: string;
  step?: SalesStep;
  measure?: SalesMeasure;
}>('/dashboard');
