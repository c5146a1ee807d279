import {
  RISK_FOUND,
  type RiskDryRun,
  type RiskDryRunRow,
  type RiskRuleDetails,
} from '@daftar/contract/ops-risk';
import { Alert, Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Facts, Section } from '../../../ui/detail-page.tsx';
import { Email } from '../../../ui/email.tsx';
import type { FilterField } from '../../../ui/filters.tsx';
import { formatDate, formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { ReferenceLink, useAmountColumn, useMerchantColumn } from '../../shared/cells.tsx';
import { useMay } from '../../shared/operator.ts';
import { OpsSection } from '../../shared/ops-list.tsx';
import { startDryRun, useDryRunRows } from '../api.ts';

const DAY_MILLISECONDS = 86_400_000;

/** What the rule would have done to the attempts of the last ninety days. */
export function DryRun({ rule }: { rule: RiskRuleDetails }) {
  const { t } = useTranslation('ops-risk');
  const may = useMay();
  const run = rule.dry_run;
  return (
    <>
      <Section title={t('dryRun')}>
        {!run && <p>{t('dryRunNone')}</p>}
        {run?.state === 'running' && <Alert role="status">{t('dryRunRunning')}</Alert>}
        {run?.state === 'failed' && <Alert color="red">{t('dryRunFailed')}</Alert>}
        {run && run.state !== 'failed' && <Result run={run} />}
        {run?.state === 'done' && <Coverage run={run} />}
        {run?.state === 'done' && !run.is_fresh && !rule.is_on && <Alert my="md">{t('dryRunOld')}</Alert>}
        {may('ops:risk') && run?.state !== 'running' && (
          <Button variant="default" my="md" onClick={() => void startDryRun(rule.id)}>
            {t(run ? 'dryRunAgain' : 'dryRunStart')}
          </Button>
        )}
      </Section>
      {run?.state === 'done' && run.met > 0 && <Found run={run} />}
    </>
  );
}

/** Which of the ninety days it covers, when not all. */
function Coverage({ run }: { run: RiskDryRun }) {
  const { t } = useTranslation('ops-risk');
  const locale = useLocale();
  const { facts_since: known, since, until } = run;
  if (known === null)
    return (
      <Alert color="yellow" my="md">
        {t('run.nothingKnown')}
      </Alert>
    );
  if (known <= since) return null;
  const days = Math.ceil((Date.parse(until) - Date.parse(known)) / DAY_MILLISECONDS);
  return (
    <Alert color="yellow" my="md">
      {t('run.covers', {
        day: formatDate(known, locale, 'date'),
        count: days,
        days: formatNumber(days, locale),
      })}
    </Alert>
  );
}

function Result({ run }: { run: RiskDryRun }) {
  const { t } = useTranslation('ops-risk');
  const locale = useLocale();
  // No dot between them: beside Arabic digits it reads as a zero.
  const sum = (count: number, amount: number) =>
    `${formatNumber(count, locale)} (${formatMoney(amount, 'EGP', locale)})`;
  // In piastres, because pounds in floating point do not add up.
  const fineAmount = (Math.round(run.paid_amount * 100) - Math.round(run.disputed_amount * 100)) / 100;
  return (
    <Facts
      facts={[
        { label: t('run.lookedAt'), value: formatNumber(run.looked_at, locale) },
        { label: t('run.met'), value: sum(run.met, run.met_amount) },
        { label: t('run.disputed'), value: sum(run.disputed, run.disputed_amount) },
        { label: t('run.fine'), value: sum(run.paid - run.disputed, fineAmount) },
        { label: t('run.unpaid'), value: formatNumber(run.met - run.paid, locale) },
        { label: t('run.at'), value: <DateText value={run.until} /> },
        { label: t('run.by'), value: <Email value={run.asked_by} /> },
      ]}
    />
  );
}

function Found({ run }: { run: RiskDryRun }) {
  const { t } = useTranslation(['ops-risk', 'ops']);
  const list = useDryRunRows(run.id);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'found',
      label: t('became'),
      options: RISK_FOUND.map((value) => ({ value, label: t(`became.${value}`) })),
    },
  ];
  const columns: readonly Column<RiskDryRunRow>[] = [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      sortBy: false,
      cell: ({ merchant, transaction_id, reference }) => (
        <ReferenceLink to={transactionPath(merchant.id, transaction_id)}>{reference}</ReferenceLink>
      ),
    },
    useAmountColumn<RiskDryRunRow>(),
    useMerchantColumn<RiskDryRunRow>(),
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
    {
      id: 'became',
      header: t('became'),
      card: 'chip',
      sortBy: false,
      cell: ({ is_paid, is_disputed }) =>
        is_disputed ? (
          <StatusChip kind="fail">{t('became.disputed')}</StatusChip>
        ) : (
          <StatusChip kind={is_paid ? 'success' : 'closed'}>
            {t(is_paid ? 'became.paid' : 'became.unpaid')}
          </StatusChip>
        ),
    },
  ];
  return (
    <OpsSection
      title={t('found')}
      list={list}
      find={t('find.found')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      empty={{ icon: IconShieldCheck, title: t('foundNone') }}
    />
  );
}
