import type { Customer } from '@daftar/contract/customers';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { customerPath } from '../../paths/customers.ts';
import { emailColumn, mobileColumn } from '../../shared/contact-columns.tsx';
import { useOwnColumns } from '../../shared/own-columns.tsx';
import { useCan } from '../../shared/permissions.ts';
import classes from './columns.module.css';
import { Creator } from './creator.tsx';
import { TagChips } from './tags.tsx';

/** Whether somebody sees what lists leave out for others: national id, tags and own fields. */
export function useSeesDetails(): boolean {
  const can = useCan();
  return can('view-customer-details') || can('update-customer');
}

/** What is withheld from people who see the list alone. */
const detailColumns = (t: TFunction<'customers'>): Column<Customer>[] => [
  {
    id: 'nationalId',
    header: t('field.nationalId'),
    sortBy: false,
    minor: 'wide',
    card: 'none',
    skeleton: '8rem',
    cell: ({ nationalId }) => (nationalId ? <bdi dir="ltr">{nationalId}</bdi> : <span aria-hidden>–</span>),
  },
  {
    id: 'tags',
    header: t('tags.label'),
    sortBy: false,
    minor: true,
    plain: true,
    share: 16,
    skeleton: '5rem',
    cell: ({ tags }) => tags.length > 0 && <TagChips tags={tags} />,
  },
];

/** The columns of the list. */
export function useCustomerColumns(): readonly Column<Customer>[] {
  const { t } = useTranslation('customers');
  const mayOpen = useCan()('view-customer-details');
  const seesDetails = useSeesDetails();
  const own = useOwnColumns<Customer>();
  return useMemo<readonly Column<Customer>[]>(
    () => [
      {
        id: 'name',
        header: t('field.name'),
        card: 'title',
        share: 24,
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
      { ...emailColumn(t('field.email')), share: 26, plain: true },
      { ...mobileColumn<Customer>(t('field.mobile'), ({ mobile }) => mobile), plain: true },
      ...(seesDetails ? detailColumns(t) : []),
      {
        id: 'created_at',
        header: t('column.added'),
        skeleton: '9rem',
        cell: (customer) => (
          <span className={classes.added}>
            <Creator customer={customer} />
            <DateText value={customer.created_at} />
          </span>
        ),
      },
      ...(seesDetails ? own : []),
    ],
    [t, mayOpen, seesDetails, own],
  );
}
