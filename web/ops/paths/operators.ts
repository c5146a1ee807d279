import { definePath } from '../../ui/define-path.ts';

export const operatorsPath = definePath('/operators');
export const operatorRolesPath = definePath('/operator-roles');
