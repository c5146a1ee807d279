import { definePath } from '../../ui/define-path.ts';

export const incidentsPath = definePath('/incidents');
