import type { TillSale } from '@daftar/contract/payment-links';
import { Button } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Money } from '../../../ui/money.tsx';
import { useSession } from '../../shared/session.ts';
import classes from './paid-screen.module.css';

/** Covers the screen once a sale is paid, to be seen from the other side of the counter. */
export function PaidScreen({ sale, onNext }: { sale: TillSale; onNext: () => void }) {
  const { t } = useTranslation(['till', 'shell']);
  const { isLive } = useSession();
  return (
    <Dialog fullScreen opened={sale.state === 'paid'} onClose={onNext} title={t('paid.title')}>
      <div className={classes.paid}>
        <IconCircleCheckFilled size={120} aria-hidden className={classes.mark} />
        <p>
          <Money amount={sale.total_amount} size="xlarge" />
        </p>
        <p className={classes.text}>{t('paid.text')}</p>
        {!isLive && (
          <p className={classes.test}>
            <strong>{t('shell:test.title')}</strong> {t('shell:test.text')}
          </p>
        )}
        <p className={classes.name}>
          <bdi>{sale.invoice_name}</bdi> · <bdi dir="ltr">{sale.reference}</bdi>
        </p>
        <Button size="lg" fullWidth onClick={onNext} data-autofocus>
          {t('next')}
        </Button>
      </div>
    </Dialog>
  );
}
