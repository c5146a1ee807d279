import { definePath } from '../../ui/define-path.ts';

export const reportsPath = definePath('/reports');
/** The file of a report of a day: `4-2026-06-15`. */
export const reportFilePath = (file: string) => definePath(`/reports/${file}`);
