import type { OperatorPermission } from '@daftar/contract/ops-roles';
import { useTranslation } from 'react-i18next';

type Named<P> = P extends `ops:${infer Name}` ? Name : never;

/** What a permission is called. */
export function usePowerName(): (permission: OperatorPermission) => string {
  const { t } = useTranslation('ops-operators');
  return (permission) => t(`power.${permission.slice('ops:'.length) as Named<OperatorPermission>}`);
}
