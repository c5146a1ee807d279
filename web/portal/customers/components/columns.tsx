import type { Customer } from '@daftar/contract/customers';
import { Avatar } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { initialsOf } from '../../../ui/format.ts';
import { Mobile } from '../../../ui/mobile.tsx';
import { useCan } from '../../shared/permissions.ts';
import { customerPath } from '../paths.ts';
import classes from './columns.module.css';

/** Who added a customer: their initials, their name for those who do not see them. */
export function Creator({ name }: { name: string }) {
  const { t } = useTranslation('customers');
  const said = t('column.addedByName', { name });
  return (
    <Avatar size={26} radius="xl" color="ink" role="img" aria-label={said} title={said}>
      {initialsOf(name)}
    </Avatar>
  );
}

/** The columns of the list. */
export function useCustomerColumns(): readonly Column<Customer>[] {
  const { t } = useTranslation('customers');
  const mayOpen = useCan()('view-customer-details');
  return [
    {
      id: 'name',
      header: t('field.name'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ id, name }) =>
        mayOpen ? (
          <Link to={customerPath(id)} className={classes.link}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className={classes.name}>{name}</bdi>
        ),
    },
    {
      id: 'email',
      header: t('field.email'),
      skeleton: '11rem',
      cell: ({ email }) => (
        <bdi dir="ltr" className={classes.email}>
          {email}
        </bdi>
      ),
    },
    {
      id: 'mobile',
      header: t('field.mobile'),
      skeleton: '8rem',
      cell: ({ mobile }) => (
        <span className={classes.nowrap}>
          <Mobile value={mobile} />
        </span>
      ),
    },
    {
      id: 'nationalId',
      header: t('field.nationalId'),
      sortBy: false,
      minor: true,
      skeleton: '8rem',
      cell: ({ nationalId }) => (nationalId ? <bdi dir="ltr">{nationalId}</bdi> : <span aria-hidden>–</span>),
    },
    {
      id: 'created_at',
      header: t('column.added'),
      skeleton: '9rem',
      cell: ({ created_at, creator_name }) => (
        <span className={classes.added}>
          <Creator name={creator_name} />
          <DateText value={created_at} />
        </span>
      ),
    },
  ];
}
