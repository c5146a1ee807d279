import { type SettlementRow, STATEMENT_FORMATS, type StatementFormat } from '@daftar/contract/settlements';
import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { AccountText } from '../../shared/account-text.tsx';
import { useCan } from '../../shared/permissions.ts';
import { downloadStatement, statementName } from '../api.ts';
import classes from './columns.module.css';

/** The columns of the list, in the specification's order. */
export function useSettlementColumns(): readonly Column<SettlementRow>[] {
  const { t } = useTranslation('settlements');
  const locale = useLocale();
  const mayDownload = useCan()('export-settlements');
  return useMemo<readonly Column<SettlementRow>[]>(() => {
    const columns: readonly Column<SettlementRow>[] = [
      {
        id: 'reference',
        header: t('column.reference'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ reference }) => <bdi className={classes.reference}>{reference}</bdi>,
      },
      {
        id: 'created_at',
        header: t('column.date'),
        plain: true,
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ amount, currency }) => <MoneyFlow amount={amount} currency={currency} flow="in" />,
      },
      {
        id: 'total_transactions',
        header: t('column.transactions'),
        align: 'end',
        skeleton: '2rem',
        cell: ({ total_transactions }) => formatNumber(total_transactions, locale),
      },
      {
        id: 'bank_account',
        header: t('column.bank'),
        sortBy: false,
        plain: true,
        share: 30,
        skeleton: '7rem',
        cell: (row) => <WentTo row={row} />,
        onCard: ({ bank_account }) =>
          bank_account === null ? t('bank.balance') : <AccountText account={bank_account} />,
      },
      {
        id: 'bank_amount',
        header: t('column.toBank'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        align: 'end',
        skeleton: '5rem',
        cell: ({ bank_account, bank_amount, currency }) =>
          bank_account === null ? (
            <span aria-hidden>–</span>
          ) : (
            <Money amount={bank_amount} currency={currency} />
          ),
      },
      {
        id: 'reserved_amount',
        header: t('reserve.title'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        align: 'end',
        skeleton: '5rem',
        cell: ({ reserved_amount, currency }) =>
          reserved_amount === 0 ? (
            <span aria-hidden>–</span>
          ) : (
            <Money amount={reserved_amount} currency={currency} />
          ),
      },
      {
        id: 'bank_reference',
        header: t('bank.reference'),
        sortBy: false,
        minor: 'chosen',
        card: 'none',
        share: 14,
        skeleton: '7rem',
        cell: ({ bank_reference }) =>
          bank_reference === null ? <span aria-hidden>–</span> : <bdi dir="ltr">{bank_reference}</bdi>,
      },
    ];
    if (!mayDownload) return columns;
    return [
      ...columns,
      {
        id: 'attachment',
        header: t('column.attachment'),
        sortBy: false,
        // On a phone it is in the row's menu (`useStatement`), where it takes no line.
        card: 'none',
        align: 'end',
        skeleton: '6rem',
        cell: ({ id, reference }) => <Download id={id} reference={reference} />,
      },
    ];
  }, [t, locale, mayDownload]);
}

/** Saves the statement of a settlement. */
function Download({ id, reference }: Pick<SettlementRow, 'id' | 'reference'>) {
  const { t } = useTranslation(['settlements', 'common']);
  return (
    <ExportButton
      size="compact-sm"
      start={(signal, format) => downloadStatement(id, format as StatementFormat, signal)}
      formats={STATEMENT_FORMATS.map((format) => ({ value: format, label: t(`common:export.${format}`) }))}
      fileName={statementName(reference)}
    >
      {t('download')} <VisuallyHidden component="bdi">{reference}</VisuallyHidden>
    </ExportButton>
  );
}

/** The bank account or the balance, the part of the amount, what is held, and the bank reference, in one line. */
function WentTo({ row }: { row: SettlementRow }) {
  const { t } = useTranslation('settlements');
  const locale = useLocale();
  const { bank_account, bank_amount, reserved_amount, bank_reference, amount, currency } = row;
  const part = bank_account !== null && bank_amount < amount;
  return (
    <OneLine
      parts={[
        bank_account === null ? t('bank.balance') : <AccountText key="account" account={bank_account} />,
        part && t('bank.part', { amount: formatMoney(bank_amount, currency, locale) }),
        reserved_amount > 0 &&
          t('reserve.ofSettlement', { amount: formatMoney(reserved_amount, currency, locale) }),
        bank_reference !== null && (
          <>
            {t('bank.reference')} <bdi dir="ltr">{bank_reference}</bdi>
          </>
        ),
      ]}
    />
  );
}
