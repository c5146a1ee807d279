import { ops } from '@daftar/contract/ops';
import type { OperatorPermission } from '@daftar/contract/ops-roles';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';

/** The signed-in operator, loaded once per page load. */
export const operatorQuery = { ...queryOf(ops.me), staleTime: Number.POSITIVE_INFINITY };

/** The signed-in operator. */
export function useOperator() {
  return useQuery(operatorQuery).data?.data;
}

/** Whether the signed-in operator may see the screens and lists of a permission. */
export function useMaySee(): (permission: OperatorPermission) => boolean {
  const operator = useOperator();
  return (permission) => operator?.reads.includes(permission) ?? false;
}

/** Whether the signed-in operator holds a permission: what changes something is shown to nobody else. */
export function useMay(): (permission: OperatorPermission) => boolean {
  const operator = useOperator();
  return (permission) => operator?.permissions.includes(permission) ?? false;
}
