import { type AuditRow, opsPlatform } from '@daftar/contract/ops-platform';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import classes from '../shared/cells.module.css';
import { MerchantLink } from '../shared/cells.tsx';
import { useListQuery } from '../shared/query.ts';

/** `/ops/audit`: who did what, to whom, from where; before and after. */
export default function AuditPage() {
  const { t } = useTranslation('ops');
  const search = useListSearch(opsPlatform.audit, 'ops-audit');
  const query = useListQuery(opsPlatform.audit, search);
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'actor', label: t('audit.actor'), ltr: true },
    { kind: 'text', name: 'action', label: t('audit.action'), ltr: true },
    { kind: 'text', name: 'merchant_id', label: t('filter.merchantId'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('audit.when') },
  ];
  const columns: readonly Column<AuditRow>[] = [
    { id: 'created_at', header: t('audit.when'), card: 'fact', cell: ({ at }) => <DateText value={at} /> },
    {
      id: 'action',
      header: t('audit.action'),
      card: 'title',
      cell: ({ action, subject }) => (
        <bdi dir="ltr">
          {action}
          {subject ? ` · ${subject}` : ''}
        </bdi>
      ),
    },
    {
      id: 'actor',
      header: t('audit.actor'),
      cell: ({ actor, address }) => (
        <bdi dir="ltr">
          {actor}
          {address ? ` (${address})` : ''}
        </bdi>
      ),
    },
    {
      id: 'merchant',
      header: t('column.merchant'),
      cell: ({ merchant }) => (merchant ? <MerchantLink merchant={merchant} /> : <span aria-hidden>–</span>),
    },
    { id: 'before', header: t('audit.before'), minor: true, cell: ({ before }) => <Json text={before} /> },
    { id: 'after', header: t('audit.after'), cell: ({ after }) => <Json text={after} /> },
  ];
  return (
    <ListPage title={t('nav.audit')} search={search} filters={filters}>
      <DataTable
        caption={t('nav.audit')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.action}
        empty={{ icon: IconHistory, title: t('audit.empty') }}
      />
    </ListPage>
  );
}

const Json = ({ text }: { text: string | null }) =>
  text === null ? (
    <span aria-hidden>–</span>
  ) : (
    <bdi dir="ltr" className={classes.json}>
      {text}
    </bdi>
  );
