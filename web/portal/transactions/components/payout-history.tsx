import { DEFAULT_PAGE_SIZE } from '@daftar/contract/paging';
import type { PayoutRow } from '@daftar/contract/payouts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExportRows } from '../../../ui/export-rows.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';
import { PAYOUT_KINDS } from '../../status/transactions.tsx';
import { exportPayouts, usePayouts } from '../api.ts';
import panel from './panel.module.css';
import classes from './payout.module.css';
import row from './refunds.module.css';

/** Every payout that was asked for, newest first. */
export function PayoutHistory() {
  const { t } = useTranslation('transactions');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(DEFAULT_PAGE_SIZE);
  const query = usePayouts(page, size);
  const rows = query.data?.data;
  return (
    <section className={classes.history} aria-label={t('payouts.title')} aria-busy={query.isFetching}>
      <div className={classes.top}>
        <h3 className={classes.heading}>{t('payouts.title')}</h3>
        {rows && rows.length > 0 && (
          <ExportRows start={exportPayouts} fileName="daftar-payouts.csv" size="compact-sm" />
        )}
      </div>
      {!rows && query.error && <ErrorBox error={query.error} onRetry={() => query.refetch()} />}
      {!rows && !query.error && <Skeleton height="4.5rem" />}
      {rows?.length === 0 && page === 1 && <p className={panel.quiet}>{t('payouts.empty')}</p>}
      {rows && rows.length > 0 && (
        <ul className={row.list}>
          {rows.map((payout) => (
            <Payout key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      {query.data && query.data.meta.total > DEFAULT_PAGE_SIZE && (
        <Pager
          list={t('payouts.title')}
          meta={query.data.meta}
          onPage={setPage}
          pageSize={size}
          onPageSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      )}
    </section>
  );
}

function Payout({ payout }: { payout: PayoutRow }) {
  const { t } = useTranslation(['transactions', 'messages']);
  const can = useCan();
  const waiting = payout.state === 'requested';
  const code = <bdi dir="ltr">{payout.code}</bdi>;
  return (
    <li className={row.item}>
      <div className={row.head}>
        <span className={row.amount}>
          <MoneyFlow
            amount={payout.amount}
            currency={payout.currency}
            flow={payout.state === 'expired' || payout.state === 'returned' ? null : 'out'}
          />
        </span>
        <StatusChip kind={PAYOUT_KINDS[payout.state]}>{t(`messages:payoutState.${payout.state}`)}</StatusChip>
      </div>
      <span className={classes.copied}>
        {can('view-transaction-details') ? (
          <Link to={transactionPath(payout.transaction_id)} className={classes.link}>
            {code}
          </Link>
        ) : (
          code
        )}
        {waiting && <CopyButton value={payout.code} label={t('payout.copyOf', { code: payout.code })} />}
      </span>
      {payout.bank_account && (
        <p className={row.quiet}>
          {t('payouts.to')} <bdi>{payout.bank_account}</bdi>
          {payout.bank_reference && (
            <>
              {' '}
              · {t('payouts.bankReference')} <bdi>{payout.bank_reference}</bdi>
            </>
          )}
        </p>
      )}
      {payout.reason && (
        <p className={row.words}>
          <bdi>{payout.reason}</bdi>
        </p>
      )}
      <p className={row.quiet}>
        <DateText value={payout.created_at} />
        {payout.requested_by && (
          <>
            {' '}
            · <bdi>{payout.requested_by}</bdi>
          </>
        )}
        {payout.approved_by && (
          <>
            {' '}
            · {t('approvedBy')} <bdi>{payout.approved_by}</bdi>
          </>
        )}
      </p>
      {waiting && payout.expires_at && (
        <p className={row.quiet}>
          {t('payouts.until')} <DateText value={payout.expires_at} />
        </p>
      )}
    </li>
  );
}
