import {
  DecideHitForm,
  HIT_PARTS,
  HIT_STATES,
  type HitRow,
  LIST_BYTES,
  LIST_LINES,
} from '@daftar/contract/ops-screening';
import { Alert } from '@mantine/core';
import { IconGavel, IconListSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Facts, Section } from '../../ui/detail-page.tsx';
import { formatNumber, formatPercent } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { kycRequestPath } from '../paths/kyc.ts';
import { useAsk } from '../shared/ask.tsx';
import blocks from '../shared/blocks.module.css';
import { MerchantLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { References } from '../shared/references.tsx';
import { useUnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { decideHit, useHits, useScreeningList } from './api.ts';

const KINDS = { open: 'pending', true: 'fail', false: 'success' } as const;

/** `/ops/screening`: names of merchants that are like listed ones, and what was decided. */
export default function ScreeningPage() {
  const { t } = useTranslation(['ops-screening', 'ops']);
  const locale = useLocale();
  const list = useHits();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const columns = useMemo(
    (): readonly Column<HitRow>[] => [
      {
        id: 'merchant',
        header: t('ops:column.merchant'),
        plain: true,
        sortBy: false,
        cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
      },
      {
        id: 'name',
        header: t('name'),
        card: 'title',
        sortBy: false,
        cell: ({ name, part }) => (
          <>
            <bdi>{name}</bdi> · {t(`part.${part}`)}
          </>
        ),
      },
      {
        id: 'listed',
        header: t('listed'),
        plain: true,
        sortBy: false,
        cell: ({ listed_name, birth_date, source, listed_reference }) => (
          <>
            <bdi>{listed_name}</bdi>
            {birth_date !== '' && (
              <>
                {' '}
                · <bdi dir="ltr">{birth_date}</bdi>
              </>
            )}{' '}
            · <bdi>{source}</bdi>
            {listed_reference !== listed_name && (
              <>
                {' '}
                · <bdi dir="ltr">{listed_reference}</bdi>
              </>
            )}
          </>
        ),
      },
      {
        id: 'score',
        header: t('score'),
        align: 'end',
        card: 'value',
        cell: ({ score }) => formatPercent(score, locale),
      },
      {
        id: 'found_at',
        header: t('found'),
        card: 'none',
        cell: ({ found_at }) => <DateText value={found_at} />,
      },
      {
        id: 'state',
        header: t('ops:column.status'),
        card: 'chip',
        sortBy: false,
        cell: ({ state }) => <StatusChip kind={KINDS[state]}>{t(`state.${state}`)}</StatusChip>,
      },
      {
        id: 'application',
        header: t('application'),
        sortBy: false,
        card: 'none',
        cell: ({ merchant, has_application }) =>
          has_application ? (
            <NameLink to={kycRequestPath(merchant.id)}>{t('application')}</NameLink>
          ) : (
            <span aria-hidden>–</span>
          ),
      },
      {
        id: 'reason',
        header: t('ops:reason'),
        sortBy: false,
        cell: ({ reason, decided_by }) =>
          decided_by ? <References text={`${reason} (${decided_by})`} /> : <span aria-hidden>–</span>,
      },
    ],
    [t, locale],
  );
  const unlessWaits = useUnlessWaits('screening-clear');
  const decide = (row: HitRow) =>
    ask({
      title: t('decideTitle', { name: row.name }),
      text: t('decideText'),
      schema: DecideHitForm,
      fields: [
        {
          name: 'decision',
          label: t('decision'),
          kind: 'choice',
          options: (['false', 'true'] as const).map((state) => ({
            value: state,
            label: t(`state.${state}`),
          })),
        },
        { name: 'reason', label: t('ops:reason'), kind: 'text' },
      ],
      submit: t('decide'),
      send: (values) => decideHit(row, values),
    });
  return (
    <OpsList
      title={t('ops:nav.screening')}
      insights={<List />}
      list={list}
      find={t('find')}
      filters={[
        {
          kind: 'select',
          name: 'state',
          label: t('ops:column.status'),
          options: HIT_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
        },
        {
          kind: 'select',
          name: 'part',
          label: t('part'),
          options: HIT_PARTS.map((part) => ({ value: part, label: t(`part.${part}`) })),
        },
        { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
        { kind: 'days', from: 'date_from', to: 'date_to', label: t('found') },
      ]}
      bulk={<WaitingApprovals kind="screening-clear" />}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      {...(may('ops:kyc')
        ? {
            rowActions: (row: HitRow) => [
              unlessWaits(`screening:${row.merchant.id}:${row.id}`, {
                label: t('decide'),
                icon: IconGavel,
                onClick: () => decide(row),
              }),
            ],
          }
        : {})}
      empty={{ icon: IconListSearch, title: t('empty') }}
    >
      {dialog}
    </OpsList>
  );
}

/** The list that names are compared with, and what is wrong with a newer file. */
function List() {
  const { t } = useTranslation(['ops-screening', 'ops']);
  const locale = useLocale();
  const list = useScreeningList().data?.data;
  if (!list) return null;
  if (!list.is_connected)
    return (
      <Alert p="xs" className={blocks.above}>
        {t('notConnected')}
      </Alert>
    );
  return (
    <div className={blocks.above}>
      <Section title={t('list')}>
        <Facts
          facts={[
            { label: t('entries'), value: formatNumber(list.entries, locale) },
            { label: t('accepted'), value: list.accepted_at && <DateText value={list.accepted_at} /> },
            {
              label: t('problems'),
              value: list.problems.length > 0 && (
                <ul>
                  {list.problems.map(({ line, column, reason }) => (
                    <li key={`${line} ${column} ${reason}`}>
                      {t('line', { line: formatNumber(line, locale) })} <bdi dir="ltr">{column}</bdi>:{' '}
                      {t(`problem.${reason}`, {
                        megabytes: formatNumber(LIST_BYTES / 1e6, locale),
                        lines: formatNumber(LIST_LINES, locale),
                      })}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      </Section>
    </div>
  );
}
