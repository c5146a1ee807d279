import { definePath } from '../../ui/define-path.ts';

export const reportsPath = definePath('/reports');
/** The file of a report of a day, and the mode it is of: `4-2026-06-15-live`. */
export const reportFilePath = (file: string) => definePath(`/reports/${file}`);
