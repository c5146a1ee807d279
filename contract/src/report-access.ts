/** Who may have reports. Apart from the reports themselves, since sign-in knows the screens and their permissions. */
import type { Permission } from './permissions.ts';

/** Whoever may save any of the files that a report sends: of each list, and the statement of account. */
export const REPORT_ACCESS = [
  'export-transactions',
  'export-pay-links',
  'export-invoices',
  'export-chargeback',
  'export-settlements',
] as const satisfies readonly Permission[];
