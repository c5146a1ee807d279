import type { opsOperators } from '@daftar/contract/ops-operators';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const operatorsPath = definePath<ListSearchParams<typeof opsOperators.list>>('/operators');
export const operatorDirectoryPath = definePath('/operator-directory');
export const operatorRolesPath = definePath('/operator-roles');
