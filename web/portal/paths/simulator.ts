import { definePath } from '../../ui/define-path.ts';

export const simulatorPath = definePath('/simulator');
