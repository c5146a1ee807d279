import { withSearch } from '../../ui/path.ts';
import { reconciliationPath } from '../paths/reconciliation.ts';

/** The address of a break, open or closed. */
export const breakPath = (id: number) => withSearch(reconciliationPath, { break: id });
