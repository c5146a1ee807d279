import type { LedgerTransferRow } from '@daftar/contract/ops-ledger';
import { Button } from '@mantine/core';
import { IconPencil, IconScale } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import type { Column, RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { textKey } from '../../ui/text-key.ts';
import { useKept } from '../../ui/use-kept.ts';
import { ReferenceLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { WaitingApprovals } from '../shared/waiting.tsx';
import { useLedger, useNameOf } from './api.ts';
import { CorrectionDrawer } from './correction-form.tsx';
import classes from './ledger.module.css';

/** The number of a transfer, and of the one that it corrects. */
const numberOf = ({ id, corrects }: LedgerTransferRow) => (
  <bdi dir="ltr">{corrects === null ? id : `${id} → ${corrects}`}</bdi>
);

/** `/ops/ledger/:id`: the transfers of a merchant's ledger, and corrections. */
export default function LedgerPage() {
  const { t } = useTranslation(['ops-ledger', 'ops']);
  const may = useMay();
  const merchantId = useRouteParam('id');
  const list = useLedger(merchantId);
  const name = useNameOf(merchantId);
  useTitle(name);
  const [correcting, setCorrecting] = useState<{ of: LedgerTransferRow | null } | null>(null);
  const shown = useKept(correcting);
  const close = () => setCorrecting(null);
  const mode = String(list.search.filters.mode ?? 'live');
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'mode',
      label: t('ops:filter.mode'),
      always: 'live',
      options: [
        { value: 'live', label: t('ops:mode.live') },
        { value: 'test', label: t('ops:mode.test') },
      ],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('ops:column.created') },
  ];
  const columns = useMemo(
    (): readonly Column<LedgerTransferRow>[] => [
      {
        id: 'reference',
        header: t('ops:column.reference'),
        card: 'title',
        cell: ({ reference }) => (
          <ReferenceLink mode={mode === 'test' ? 'test' : 'live'}>{reference}</ReferenceLink>
        ),
      },
      {
        id: 'kind',
        header: t('kind'),
        plain: true,
        cell: ({ kind }) => t(textKey('ops-ledger:kind.', kind)),
      },
      {
        id: 'number',
        header: t('number'),
        card: 'value',
        cell: numberOf,
        onCard: (row) => (
          <span className={classes.number}>
            {t('number')} {numberOf(row)}
          </span>
        ),
      },
      {
        id: 'created_at',
        header: t('ops:column.created'),
        plain: true,
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      {
        id: 'postings',
        header: t('postings'),
        plain: true,
        cell: ({ postings }) => (
          <span className={classes.postings} data-block>
            {postings.map(({ account, amount }) => (
              <span key={account} className={classes.posting}>
                <span className={classes.account}>{t(`account.${account}`)}</span> <Money amount={amount} />
              </span>
            ))}
          </span>
        ),
      },
    ],
    [t, mode],
  );
  const rowActions = (row: LedgerTransferRow): RowAction[] => [
    { label: t('correctOne'), icon: IconPencil, onClick: () => setCorrecting({ of: row }) },
  ];
  return (
    <OpsList
      title={name === undefined ? t('title') : t('of', { name })}
      list={list}
      find={t('find')}
      filters={filters}
      action={
        may('ops:corrections') && <Button onClick={() => setCorrecting({ of: null })}>{t('correct')}</Button>
      }
      waiting={<WaitingApprovals subject={`merchant:${merchantId}`} />}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      {...(may('ops:corrections') ? { rowActions } : {})}
      empty={{ icon: IconScale, title: t('empty') }}
    >
      <SideDrawer opened={correcting !== null} onClose={close} title={t('correct')} width={34}>
        {shown && <CorrectionDrawer merchantId={merchantId} mode={mode} of={shown.of} onDone={close} />}
      </SideDrawer>
    </OpsList>
  );
}
