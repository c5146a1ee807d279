import { definePath } from '../../ui/define-path.ts';

export const ratesPath = definePath('/rates');
