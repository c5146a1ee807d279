import { definePath } from '../../ui/define-path.ts';

export const failuresPath = definePath('/failures');
