import type { Customer } from '@daftar/contract/customers';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../shared/person-avatar.tsx';

/** Who added a customer: picture or initials, with the name for screen readers. */
export function Creator({ customer }: { customer: Pick<Customer, 'creator_name' | 'creator_avatar'> }) {
  const { t } = useTranslation('customers');
  const said = t('column.addedByName', { name: customer.creator_name });
  return (
    <span role="img" aria-label={said} title={said}>
      <PersonAvatar name={customer.creator_name} avatar={customer.creator_avatar} size={26} />
    </span>
  );
}
