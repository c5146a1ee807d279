import type { OperatorRoleKind } from '@daftar/contract/ops-roles';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../ui/locale.ts';

/** What an operator's role is called: a custom one by the name that it was given. */
export function useRoleName(): (of: {
  role: OperatorRoleKind;
  role_name: { en: string; ar: string } | null;
}) => string {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  return ({ role, role_name: name }) => (name ? name[locale] : t(`role.${role}`));
}
