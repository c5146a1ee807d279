import type { DashboardStatistics } from '@daftar/contract/dashboard';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Term } from '../../../ui/term.tsx';
import { reservePath } from '../../paths/reserve.ts';
import { useCan } from '../../shared/permissions.ts';
import classes from './balances.module.css';
import { NotLoaded } from './card.tsx';

interface BalancesProps {
  statistics: DashboardStatistics | undefined;
  failed: boolean;
  onRetry: () => unknown;
}

/** The balances: total, available, pending, held as rolling reserve if anything is, and disputed. */
export function Balances({ statistics, failed, onRetry }: BalancesProps) {
  const { t } = useTranslation('dashboard');
  const maySee = useCan()('view-settlements');
  if (failed && !statistics) {
    return (
      <section className={classes.balances} aria-label={t('balances')}>
        <div className={classes.total}>
          <NotLoaded onRetry={onRetry} />
        </div>
      </section>
    );
  }
  const figure = (amount: number | null | undefined, size: 'normal' | 'large' | 'xlarge', width: string) =>
    amount === undefined ? (
      <Skeleton width={width} height={size === 'normal' ? '1rem' : '1.75rem'} />
    ) : (
      <Money amount={amount} size={size} />
    );
  return (
    <section className={classes.balances} aria-label={t('balances')} aria-busy={!statistics}>
      <div className={classes.total}>
        <dl>
          <dt>{t('balance.total')}</dt>
          <dd>{figure(statistics?.total_balance, 'xlarge', '12rem')}</dd>
        </dl>
        <dl className={classes.split}>
          <div>
            <dt>
              {t('balance.available')} <Term name="available-balance" label={t('balance.available')} />
            </dt>
            <dd>{figure(statistics?.available_balance, 'normal', '6rem')}</dd>
          </div>
          <div>
            <dt>
              {t('balance.pending')} <Term name="pending-balance" label={t('balance.pending')} />
            </dt>
            <dd>{figure(statistics?.pending_balance, 'normal', '6rem')}</dd>
          </div>
          {statistics !== undefined && (statistics.reserve_balance ?? 0) > 0 && (
            <div>
              <dt>
                {maySee ? (
                  <Anchor component={Link} to={reservePath} inherit>
                    {t('balance.reserve')}
                  </Anchor>
                ) : (
                  t('balance.reserve')
                )}{' '}
                <Term name="reserve" label={t('balance.reserve')} />
              </dt>
              <dd>{figure(statistics.reserve_balance, 'normal', '6rem')}</dd>
            </div>
          )}
        </dl>
      </div>
      <dl className={classes.chargeback}>
        <dt>
          {t('balance.chargeback')} <Term name="chargeback-balance" label={t('balance.chargeback')} />
        </dt>
        <dd>{figure(statistics?.chargeback_balance, 'large', '8rem')}</dd>
        <dd className={classes.note}>{t('balance.chargebackText')}</dd>
      </dl>
    </section>
  );
}
