import type { BreakRow } from '@daftar/contract/ops-reconciliation';
import type { ReconciliationFile } from '@daftar/contract/ops-settlement-files';
import type { ReconciliationLine } from '@daftar/contract/ops-settlement-lines';
import { UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { settlementFilePath } from '../../paths/reconciliation.ts';
import { breakPath } from '../../shared/break-path.ts';
import cells from '../../shared/cells.module.css';
import { AccountLink, EitherAccountLink, NameLink, PaymentLink, ReferenceLink } from '../../shared/cells.tsx';
import { References } from '../../shared/references.tsx';
import classes from '../reconciliation.module.css';
import { Age, BreakStatus, useKindName, useShare } from './words.tsx';

const nothing = <span aria-hidden>–</span>;

/** The columns of what is not reconciled. */
export function useBreakColumns(open: (row: BreakRow) => void): readonly Column<BreakRow>[] {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const kindName = useKindName();
  return [
    {
      id: 'kind',
      header: t('kind'),
      card: 'title',
      skeleton: '9rem',
      cell: (row) => (
        <UnstyledButton className={cells.open} onClick={() => open(row)}>
          {kindName(row.kind)}
        </UnstyledButton>
      ),
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <BreakStatus state={state} />,
    },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'reference',
      header: t('ops:column.reference'),
      skeleton: '8rem',
      cell: (row) => (
        <>
          {row.reference && (
            <div>
              <References text={row.reference} mode={row.account?.mode} />
            </div>
          )}
          <EitherAccountLink of={row} />
        </>
      ),
      onCard: (row) => (
        <>
          {row.reference && (
            <>
              <References text={row.reference} mode={row.account?.mode} />
              {' · '}
            </>
          )}
          <EitherAccountLink of={row} />
        </>
      ),
    },
    {
      id: 'owner',
      header: t('owner'),
      card: 'none',
      cell: ({ owner }) => (owner ? <Email value={owner} /> : nothing),
    },
    { id: 'created_at', header: t('age'), cell: (row) => <Age row={row} /> },
  ];
}

/** The columns of imported files. */
export function useFileColumns(): readonly Column<ReconciliationFile>[] {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const locale = useLocale();
  const share = useShare();
  return [
    {
      id: 'name',
      header: t('file'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ id, name }) => <NameLink to={settlementFilePath(id)}>{name}</NameLink>,
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => (
        <StatusChip kind={state === 'imported' ? 'success' : 'closed'}>{t(`fileState.${state}`)}</StatusChip>
      ),
    },
    { id: 'account', header: t('account'), cell: ({ account }) => <AccountLink account={account} /> },
    { id: 'lines', header: t('lines'), align: 'end', cell: ({ lines }) => formatNumber(lines, locale) },
    { id: 'matched', header: t('matched'), align: 'end', cell: (row) => share(row) },
    {
      id: 'net',
      header: t('net'),
      align: 'end',
      card: 'value',
      cell: ({ net }) => <Money amount={net} />,
    },
    { id: 'created_at', header: t('importedAt'), cell: (row) => <DateText value={row.created_at} /> },
  ];
}

/** The columns of a file's lines. */
export function useLineColumns(): readonly Column<ReconciliationLine>[] {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const kindName = useKindName();
  const locale = useLocale();
  return [
    { id: 'row', header: t('row'), cell: ({ id }) => formatNumber(id, locale) },
    { id: 'kind', header: t('kind'), card: 'title', cell: ({ kind }) => t(`lineKind.${kind}`) },
    {
      id: 'reference',
      header: t('theirReference'),
      cell: ({ our_ref, processor_ref, rrn }) => {
        const first = processor_ref ?? our_ref ?? rrn;
        return first ? (
          <span className={classes.theirs}>
            <ReferenceLink>{first}</ReferenceLink>
            {rrn && rrn !== first && (
              <div className={classes.quiet}>
                RRN <bdi dir="ltr">{rrn}</bdi>
              </div>
            )}
          </span>
        ) : (
          nothing
        );
      },
    },
    {
      id: 'occurred_on',
      header: t('day'),
      cell: ({ occurred_on }) => (occurred_on ? <DateText value={occurred_on} style="date" /> : nothing),
    },
    {
      id: 'match',
      header: t('matchedWith'),
      cell: ({ match }) => (match ? <PaymentLink of={{ ...match, id: match.transaction_id }} /> : nothing),
    },
    {
      id: 'breaks',
      header: t('one'),
      cell: ({ breaks }) =>
        breaks.length === 0
          ? nothing
          : breaks.map(({ id, kind }, at) => (
              <Fragment key={id}>
                {at > 0 && ' · '}
                <NameLink to={breakPath(id)}>{kindName(kind)}</NameLink>
              </Fragment>
            )),
    },
    {
      id: 'gross',
      header: t('gross'),
      align: 'end',
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    {
      id: 'fee',
      header: t('fee'),
      align: 'end',
      minor: 'wide',
      cell: ({ fee, currency }) => <Money amount={fee} currency={currency} />,
    },
    {
      id: 'net',
      header: t('net'),
      align: 'end',
      card: 'value',
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
  ];
}
