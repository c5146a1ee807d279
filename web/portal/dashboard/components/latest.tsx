import type { DashboardStatistics } from '@daftar/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { Elapsed } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import type { Path } from '../../../ui/path.ts';
import named from '../../../ui/reference.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { transactionsPath } from '../../paths/transactions.ts';
import { useTransactionLink } from '../../shared/transaction-link.ts';
import { TransactionStatusChip } from '../../status/transactions.tsx';
import { flowOf } from '../../transactions/index.ts';
import { Card, NotLoaded } from './card.tsx';
import classes from './latest.module.css';

interface LatestProps {
  rows: DashboardStatistics['latest_transactions'] | undefined;
  failed: boolean;
  onRetry: () => unknown;
}

/** The newest transactions, with their age, for who may see them. */
export function Latest({ rows, failed, onRetry }: LatestProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Card
      title={t('latest.title')}
      actions={
        <Link to={transactionsPath} className={classes.all} aria-label={t('latest.all')}>
          {t('viewAll')}
        </Link>
      }
    >
      {failed ? <NotLoaded onRetry={onRetry} /> : <Rows rows={rows} />}
    </Card>
  );
}

function Rows({ rows }: Pick<LatestProps, 'rows'>) {
  const { t } = useTranslation('dashboard');
  const linkOf = useTransactionLink();
  if (rows?.length === 0) return <p className={classes.none}>{t('latest.none')}</p>;
  return (
    <table className={classes.table} aria-busy={!rows}>
      <caption className={classes.hidden}>{t('latest.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.reference')}</th>
          <th scope="col" data-align="end">
            {t('column.amount')}
          </th>
          <th scope="col">{t('column.status')}</th>
          <th scope="col" data-align="end">
            {t('column.elapsed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Named row={row} to={linkOf(row)} />
                  {row.is_payout === 1 && <span className={classes.kind}>{t('latest.payout')}</span>}
                </td>
                <td data-align="end">
                  <MoneyFlow amount={row.total_amount} currency={row.currency} flow={flowOf(row)} />
                </td>
                <td>
                  <TransactionStatusChip status={row.status} payout={row.payout_state} />
                </td>
                <td data-align="end" className={classes.quiet}>
                  <Elapsed value={row.transaction_date} inHours />
                </td>
              </tr>
            ))
          : ['50%', '60%', '45%', '55%', '50%'].map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other name.
              <tr key={index} aria-hidden>
                <td colSpan={4}>
                  <Skeleton width={width} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

/** A transaction's reference, linked for those who may open it. */
function Named({ row, to }: { row: { reference: string }; to: Path | null }) {
  const reference = <bdi className={named.text}>{row.reference}</bdi>;
  if (to === null) return reference;
  return (
    <Link to={to} className={classes.link}>
      {reference}
    </Link>
  );
}
