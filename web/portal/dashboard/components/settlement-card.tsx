import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { settlementsPath } from '../../paths/settlements.ts';
import { useNextSettlement } from '../api.ts';
import { Card, NotLoaded } from './card.tsx';
import latest from './latest.module.css';
import classes from './tasks-card.module.css';

/** When the next settlement comes and how much it is as of now; for who may see settlements. */
export function SettlementCard() {
  const { t } = useTranslation('dashboard');
  const query = useNextSettlement();
  const answer = query.data;
  const next = answer?.data;
  return (
    <Card
      title={t('settlement.title')}
      actions={
        <Link to={settlementsPath} className={latest.all} aria-label={t('settlement.all')}>
          {t('viewAll')}
        </Link>
      }
    >
      {query.error && !answer ? (
        <NotLoaded onRetry={query.refetch} />
      ) : !answer ? (
        <Skeleton width="60%" height="1.5rem" />
      ) : next ? (
        <div>
          <p className={classes.figure}>
            {/* In whole piastres, because pounds are fractions. */}
            <Money
              amount={Math.round((next.amount - next.reserved_amount) * 100) / 100}
              currency={next.currency}
            />
          </p>
          <p className={classes.none}>
            {next.is_held ? t('settlement.held') : <DateText value={next.date} style="weekday" />}
            {' · '}
            {next.bank_account === null ? t('settlement.balance') : <bdi>{next.bank_account}</bdi>}
          </p>
        </div>
      ) : (
        <p className={classes.none}>{t('settlement.none')}</p>
      )}
    </Card>
  );
}
