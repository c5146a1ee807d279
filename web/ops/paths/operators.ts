import { definePath } from '../../ui/define-path.ts';

export const operatorsPath = definePath('/operators');
