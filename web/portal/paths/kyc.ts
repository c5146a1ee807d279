import { definePath } from '../../ui/define-path.ts';

export const activatePath = definePath('/activate-account');
