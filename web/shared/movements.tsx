/** Every movement of a merchant's balances, for the portal and the console. Texts: catalogue `balance`. */
import {
  BALANCE_ACCOUNTS,
  type BalancePage,
  MOVEMENT_KINDS,
  type MovementRow,
} from '@daftar/contract/balance';
import { Button, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconScale } from '@tabler/icons-react';
import { type ReactElement, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateText } from '../ui/date.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import type { FilterField } from '../ui/filters.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import linkClasses from '../ui/link.module.css';
import { Link } from '../ui/link.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { useLocale } from '../ui/locale.ts';
import { Money } from '../ui/money.tsx';
import type { Path } from '../ui/path.ts';
import { StatCards } from '../ui/stat-card.tsx';
import type { TermName } from '../ui/term.tsx';
import { daysOfMonth, monthsBefore, PRESETS, presetDays } from './movement-periods.ts';
import classes from './movements.module.css';
import type { MovementsSearch } from './movements-search.ts';

/** The files of a statement: the format, and the language of a PDF. */
const FILES = ['pdf-en', 'pdf-ar', 'xlsx', 'csv'] as const;

/** The months that can be chosen by name; a period of days reaches any other. */
const MONTHS = 36;

const TERMS = {
  available: 'available-balance',
  pending: 'pending-balance',
  chargeback: 'chargeback-balance',
  reserve: 'reserve',
  payout: 'payout',
} as const satisfies Record<(typeof BALANCE_ACCOUNTS)[number], TermName>;

interface MovementsPageProps {
  title: string;
  list: MovementsSearch;
  query: {
    data: { data: BalancePage } | undefined;
    error: unknown;
    isPending: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  /** Saves the statement; absent for who may not. */
  save?: ((file: Record<string, string>, signal: AbortSignal) => Promise<Response>) | undefined;
  /** Where a movement's cause is shown; null for who may not see it. */
  linkOf: (subject: NonNullable<MovementRow['subject']>, reference: string) => Path | null;
  /** Views of the list by name; the console has none, whose statement is of one merchant. */
  views: ((fields: readonly FilterField[]) => ReactElement) | null;
  /** Whether the balances have their meaning beside them, which is told to a merchant. */
  explained?: true;
  /** Filters besides account, kind and period. */
  filters?: readonly FilterField[];
}

/** The screen of a statement of account: balances before and after a period, and every movement between. */
export function MovementsPage({
  title,
  list,
  query,
  save,
  linkOf,
  views,
  explained,
  filters = [],
}: MovementsPageProps) {
  const { t } = useTranslation(['balance', 'common']);
  const { search } = list;
  const columns = useColumns(linkOf);
  const page = query.data?.data;
  const rows = useMemo(
    () =>
      page && {
        data: page.rows,
        meta: { current_page: 1, last_page: 1, per_page: page.rows.length, total: page.rows.length },
      },
    [page],
  );
  const { date_from: from, date_to: to, account, kind } = search.filters;
  const fields: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'account',
      label: t('filter.account'),
      options: BALANCE_ACCOUNTS.map((value) => ({ value, label: t(`account.${value}`) })),
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('filter.kind'),
      options: MOVEMENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('filter.period') },
    ...filters,
  ];
  const start = (signal: AbortSignal, chosen: string) => {
    const [format = 'csv', language] = chosen.split('-');
    const period = Object.entries({ date_from: from, date_to: to, account, mode: search.filters.mode });
    const given = period.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    return save!({ ...Object.fromEntries(given), format, ...(language && { language }) }, signal);
  };
  return (
    <ListPage
      title={title}
      insights={
        <>
          <Presets list={list} />
          <Balances query={query} from={from} {...(explained ? { explained } : {})} />
        </>
      }
      search={search}
      filters={fields}
      views={views?.(fields) ?? null}
      tools={
        save && (
          <ExportButton
            start={start}
            formats={FILES.map((value) => ({ value, label: t(`statement.${value}`) }))}
            fileName="daftar-statement"
          >
            {t('statement')}
          </ExportButton>
        )
      }
    >
      {save && kind !== undefined && <p className={classes.note}>{t('statement.whole')}</p>}
      <DataTable
        caption={title}
        columns={columns}
        query={{ ...query, data: rows }}
        search={search}
        rowKey={keyOf}
        rowName={(row) => `${t(`kind.${row.kind}`)} ${row.reference}`}
        pages={page && <Pages list={list} page={page} />}
        empty={{ icon: IconScale, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}

/** A transfer moves an account at most once. */
const keyOf = ({ id, account }: MovementRow): number =>
  Number(id.split('-')[0]) * BALANCE_ACCOUNTS.length + BALANCE_ACCOUNTS.indexOf(account);

function Presets({ list: { search } }: { list: MovementsSearch }) {
  const { t } = useTranslation('balance');
  const locale = useLocale();
  const { date_from: from, date_to: to, ...others } = search.filters;
  const months = monthsBefore(Date.now(), MONTHS);
  const isPeriod = (days: { date_from?: string; date_to?: string }) =>
    days.date_from === from && days.date_to === to;
  return (
    <fieldset className={classes.presets}>
      <VisuallyHidden component="legend">{t('preset.label')}</VisuallyHidden>
      {PRESETS.map((preset) => {
        const days = presetDays(preset, Date.now());
        const isChosen = isPeriod(days);
        return (
          <Button
            key={preset}
            size="compact-sm"
            variant={isChosen ? 'light' : 'default'}
            aria-pressed={isChosen}
            onClick={() => search.setFilters({ ...others, ...days })}
          >
            {t(`preset.${preset}`)}
          </Button>
        );
      })}
      <NativeSelect
        size="xs"
        aria-label={t('preset.month')}
        value={months.find((month) => isPeriod(daysOfMonth(month))) ?? ''}
        onChange={({ currentTarget: { value } }) => {
          if (value) search.setFilters({ ...others, ...daysOfMonth(value) });
        }}
        data={[
          { value: '', label: t('preset.month') },
          ...months.map((month) => ({
            value: month,
            label: formatDate(`${month}-15T12:00:00Z`, locale, 'month'),
          })),
        ]}
      />
    </fieldset>
  );
}

/** What each account held after the period, and before it. Those that hold nothing are left out, but for the first two. */
function Balances({
  query: { data, error, refetch },
  from,
  explained,
}: Pick<MovementsPageProps, 'query' | 'explained'> & { from: string | undefined }) {
  const { t } = useTranslation('balance');
  const locale = useLocale();
  const page = data?.data;
  const shown = page?.accounts.filter(
    ({ opening, closing }, place) => place < 2 || opening !== 0 || closing !== 0,
  );
  return (
    <StatCards
      label={t('list.title')}
      isBrief
      isWide
      count={shown?.length ?? 2}
      stats={shown?.map(({ account, opening, closing }) => ({
        label: t(`account.${account}`),
        ...(explained ? { help: TERMS[account] } : {}),
        value: <Money amount={closing} currency={page!.currency} />,
        note: from !== undefined && t('opening', { amount: formatMoney(opening, page!.currency, locale) }),
      }))}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

function Pages({ list, page: { older, newer } }: { list: MovementsSearch; page: BalancePage }) {
  const { t } = useTranslation('balance');
  return (
    <nav className={classes.pages} aria-label={t('pages')}>
      <Button variant="default" size="xs" disabled={newer === null} onClick={() => list.go('before')}>
        {t('newest')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={newer === null}
        onClick={() => list.go('after', newer!)}
        leftSection={<IconChevronLeft size={16} aria-hidden className="daftar-flip" />}
      >
        {t('newer')}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={older === null}
        onClick={() => list.go('before', older!)}
        rightSection={<IconChevronRight size={16} aria-hidden className="daftar-flip" />}
      >
        {t('older')}
      </Button>
    </nav>
  );
}

function useColumns(linkOf: MovementsPageProps['linkOf']): readonly Column<MovementRow>[] {
  const { t } = useTranslation('balance');
  return useMemo<readonly Column<MovementRow>[]>(
    () => [
      {
        id: 'kind',
        header: t('column.kind'),
        card: 'title',
        skeleton: '8rem',
        cell: ({ kind }) => t(`kind.${kind}`),
      },
      {
        id: 'created_at',
        header: t('column.date'),
        plain: true,
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
        onCard: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
      {
        id: 'account',
        header: t('column.account'),
        plain: true,
        skeleton: '5rem',
        cell: ({ account }) => t(`account.${account}`),
      },
      {
        id: 'reference',
        header: t('column.reference'),
        plain: true,
        skeleton: '7rem',
        cell: ({ reference, subject }) => {
          const to = subject && linkOf(subject, reference);
          const text = <bdi className={classes.reference}>{reference}</bdi>;
          if (!to) return text;
          return (
            <Link to={to} className={linkClasses.link}>
              {text}
            </Link>
          );
        },
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '6rem',
        cell: ({ amount }) => (
          <span className={classes.amount} data-side={amount < 0 ? 'out' : 'in'}>
            <span className={classes.side}>{t(amount < 0 ? 'out' : 'in')}</span>
            <Money amount={amount} signed />
          </span>
        ),
      },
      {
        id: 'balance',
        header: t('column.balance'),
        align: 'end',
        skeleton: '6rem',
        cell: ({ balance }) => <Money amount={balance} />,
      },
    ],
    [t, linkOf],
  );
}
