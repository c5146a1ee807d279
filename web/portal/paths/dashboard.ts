import { definePath } from '../../ui/define-path.ts';

export const dashboardPath = definePath('/dashboard');
