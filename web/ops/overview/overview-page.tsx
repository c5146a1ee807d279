import { Button, NativeSelect } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/date.tsx';
import { DayRangeInput } from '../../ui/day-input.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Link, useGoTo } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { withSearch } from '../../ui/path.ts';
import { overviewPath } from '../paths/overview.ts';
import { transactionsPath } from '../paths/transactions.ts';
import { daysOf, type OverviewState, PERIODS, type Period, useFigures, useOverviewSearch } from './api.ts';
import { DaysChart } from './components/days-chart.tsx';
import { FiguresTable } from './components/figures-table.tsx';
import { Merchants } from './components/merchants.tsx';
import { Totals } from './components/totals.tsx';
import { Waiting } from './components/waiting.tsx';
import classes from './overview.module.css';

/** The list of the transactions that a figure is of. */
const rowsOf = (state: OverviewState, more: Record<string, string | number> = {}) =>
  withSearch(transactionsPath, { ...state, ...more } as never);

/** `/ops/overview`: what waits, and the figures of all merchants' payments. */
export default function OverviewPage() {
  const { t } = useTranslation(['ops-overview', 'ops']);
  const state = useOverviewSearch();
  const { data, error, refetch } = useFigures(state);
  const figures = data?.data;
  return (
    <>
      <PageHeader
        title={t('ops:nav.overview')}
        actions={
          <Button
            component={Link}
            to={rowsOf(state)}
            variant="default"
            leftSection={<IconArrowsExchange size={18} aria-hidden className="daftar-flip" />}
          >
            {t('rows')}
          </Button>
        }
      />
      <Waiting />
      <Controls state={state} />
      {error && !figures ? (
        <ErrorBox error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.parts} aria-busy={!figures}>
          {figures && (
            <p className={classes.quiet}>
              {figures.as_of ? (
                <>
                  {t('asOf')} <DateText value={figures.as_of} />
                </>
              ) : (
                t('notYet')
              )}{' '}
              · {t('explained')}
            </p>
          )}
          <Totals figures={figures} />
          {figures && (
            <>
              <Section title={t('overTime')}>
                <DaysChart
                  days={figures.days}
                  pathOf={(from, to) => rowsOf(state, { date_from: from, date_to: to })}
                />
              </Section>
              <Section title={t('byMethod')}>
                <FiguresTable
                  caption={t('byMethod')}
                  head={t('method')}
                  rows={figures.methods.map(({ method, figures: of }) => ({
                    key: method.id,
                    name: method.name,
                    to: rowsOf(state, { payment_method_id: method.id }),
                    figures: of,
                  }))}
                />
              </Section>
              <Section title={t('byAccount')}>
                <FiguresTable
                  caption={t('byAccount')}
                  head={t('account')}
                  rows={figures.accounts.map(({ account, figures: of }) => ({
                    key: account.id,
                    name: account.id === 0 ? t('noAccount') : account.name,
                    to: rowsOf(state, { account_id: account.id }),
                    figures: of,
                  }))}
                />
              </Section>
              <Merchants state={state} pathOf={(id) => rowsOf(state, { merchant_id: id })} />
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Which days, and of which mode. */
function Controls({ state }: { state: OverviewState }) {
  const { t } = useTranslation(['ops-overview', 'ops']);
  const goTo = useGoTo();
  const change = (changed: Partial<OverviewState>) =>
    void goTo(withSearch(overviewPath, { ...state, ...changed } as never), { replace: true });
  const named = (Object.keys(PERIODS) as Period[]).find((period) => {
    const days = daysOf(period, Date.now());
    return days.date_from === state.date_from && days.date_to === state.date_to;
  });
  return (
    <div className={classes.controls}>
      <NativeSelect
        label={t('period')}
        value={named ?? 'other'}
        onChange={({ currentTarget: { value } }) => {
          if (value !== 'other') change(daysOf(value as Period, Date.now()));
        }}
        data={[
          ...(Object.keys(PERIODS) as Period[]).map((period) => ({
            value: period,
            label: t(`period.${period}`),
          })),
          { value: 'other', label: t('period.other') },
        ]}
      />
      <DayRangeInput
        label={t('days')}
        value={[state.date_from, state.date_to]}
        onChange={([from, to]) => {
          if (from && to) change({ date_from: from, date_to: to });
        }}
      />
      <NativeSelect
        label={t('ops:filter.mode')}
        value={state.mode ?? 'live'}
        onChange={({ currentTarget: { value } }) => change({ mode: value })}
        data={[
          { value: 'live', label: t('ops:mode.live') },
          { value: 'test', label: t('ops:mode.test') },
        ]}
      />
    </div>
  );
}
