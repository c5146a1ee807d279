import { definePath } from '../../ui/define-path.ts';

export const forbiddenPath = definePath('/403');
export const notFoundPath = definePath('/404');
