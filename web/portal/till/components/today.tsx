import type { TillSale } from '@daftar/contract/payment-links';
import { IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Link } from '../../../ui/link.tsx';
import { Money } from '../../../ui/money.tsx';
import { withSearch } from '../../../ui/path.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { paymentLinkPath } from '../../paths/payment-links.ts';
import { tillPath } from '../../paths/till.ts';
import { useCan } from '../../shared/permissions.ts';
import { useToday } from '../api.ts';
import classes from './today.module.css';

const KINDS: Readonly<Record<TillSale['state'], StatusKind>> = {
  waiting: 'pending',
  paid: 'success',
  canceled: 'closed',
  expired: 'closed',
};

/** Today's newest sales of this person. */
export function Today() {
  const { t } = useTranslation('till');
  const query = useToday();
  const sales = query.data?.data;
  return (
    <Section title={t('today.title')}>
      {!sales ? (
        query.error ? (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height="10rem" />
        )
      ) : sales.length === 0 ? (
        <EmptyState icon={IconQrcode} title={t('today.empty')} text={t('today.emptyText')} />
      ) : (
        <ul className={classes.sales}>
          {sales.map((sale) => (
            <Row key={sale.id} sale={sale} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ sale }: { sale: TillSale }) {
  const { t } = useTranslation('till');
  const mayOpen = useCan()('view-pay-link-details');
  const to = sale.state === 'waiting' ? withSearch(tillPath, { sale: sale.id }) : paymentLinkPath(sale.id);
  const amount = <Money amount={sale.total_amount} />;
  return (
    <li className={classes.sale}>
      <span className={classes.words}>
        {sale.state === 'waiting' || mayOpen ? (
          <Link to={to} className={classes.link}>
            {amount}
          </Link>
        ) : (
          amount
        )}
        <span className={classes.name}>
          <DateText value={sale.created_at} style="time" /> · <bdi>{sale.invoice_name}</bdi>
        </span>
      </span>
      <StatusChip kind={KINDS[sale.state]}>{t(`state.${sale.state}`)}</StatusChip>
    </li>
  );
}
