import type { TillSale } from '@daftar/contract/payment-links';
import { Button, Loader } from '@mantine/core';
import { IconBan, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { ShareButtons } from '../../../ui/share-buttons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { tillPath } from '../../paths/till.ts';
import { useLeaveOnFailure } from '../../payables/use-leave-on-failure.ts';
import { useShareText } from '../../payables/use-share-text.ts';
import { useMay } from '../../shared/permissions.ts';
import { useCancelSale, useSale } from '../api.ts';
import { isJustPaid } from '../sale.ts';
import { playPaid } from '../sound.ts';
import { useWakeLock } from '../use-wake-lock.ts';
import { PaidScreen } from './paid-screen.tsx';
import classes from './sale-panel.module.css';

interface SalePanelProps {
  id: number;
  hasSound: boolean;
  /** Back to the keypad. */
  onNext: () => void;
}

/** A sale's code, until it is paid. */
export function SalePanel({ id, hasSound, onNext }: SalePanelProps) {
  const { query, isUnsure } = useSale(id);
  const sale = query.data?.data;
  const isWaiting = sale?.state === 'waiting';
  useWakeLock(isWaiting);
  usePaidSignal(sale, hasSound);
  useLeaveOnFailure(sale || isUnsure ? null : query.error, tillPath);
  if (!sale)
    return (
      <div className={classes.panel}>
        <Skeleton height="24rem" />
        {isUnsure && <Unsure />}
      </div>
    );
  return (
    <div className={classes.panel}>
      <p>
        <Money amount={sale.total_amount} size="xlarge" />
      </p>
      <p className={classes.name}>
        <bdi>{sale.invoice_name}</bdi>
      </p>
      {isWaiting ? (
        <Waiting sale={sale} isUnsure={isUnsure} onNext={onNext} />
      ) : (
        <Ended sale={sale} onNext={onNext} />
      )}
      <PaidScreen sale={sale} onNext={onNext} />
    </div>
  );
}

/** Sounds and shakes once, when a sale on the screen is paid. */
function usePaidSignal(sale: TillSale | undefined, hasSound: boolean): void {
  const before = useRef<TillSale['state'] | undefined>(undefined);
  const state = sale?.state;
  useEffect(() => {
    if (isJustPaid(before.current, state)) {
      if (hasSound) playPaid();
      navigator.vibrate?.([120, 80, 200]);
    }
    before.current = state;
  }, [state, hasSound]);
}

interface StateProps {
  sale: TillSale;
  onNext: () => void;
}

function Waiting({ sale, isUnsure, onNext }: StateProps & { isUnsure: boolean }) {
  const { t } = useTranslation(['till', 'payables']);
  const locale = useLocale();
  const shareText = useShareText();
  const { send, isPending } = useCancelSale();
  const may = useMay();
  const cancel = async () => {
    const amount = formatMoney(sale.total_amount, 'EGP', locale);
    const agreed = await confirm({
      title: t('cancel.title', { amount }),
      text: t('cancel.text'),
      confirm: t('cancel.confirm'),
      cancel: t('cancel.back'),
      danger: true,
    });
    // Refused because it was paid meanwhile: what is refetched says so.
    if (agreed) await send({ params: { id: sale.id } }).catch(() => undefined);
  };
  return (
    <>
      <div role="status" className={classes.status}>
        {isUnsure ? (
          <Unsure />
        ) : (
          <p className={classes.waiting}>
            <Loader size="xs" type="dots" aria-hidden />
            {t('waiting')}
          </p>
        )}
      </div>
      <QrCode value={sale.link} label={t('payables:share.qr')} size={288} />
      <ShareButtons
        url={sale.link}
        text={shareText({ ...sale, currency: { code: 'EGP' } })}
        title={sale.invoice_name}
      />
      <div className={classes.actions}>
        {may('create-pay-link') && (
          <Button
            variant="light"
            color="red"
            leftSection={<IconBan size={16} aria-hidden />}
            loading={isPending}
            onClick={() => void cancel()}
          >
            {t('cancel.button')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNext}>
          {t('other')}
        </Button>
      </div>
    </>
  );
}

/** Without an answer nobody knows: never that it failed. */
function Unsure() {
  const { t } = useTranslation('till');
  return (
    <p className={classes.unsure}>
      <strong>{t('unsure.title')}</strong> {t('unsure.waiting')}
    </p>
  );
}

/** What no longer waits without having been paid. */
function Ended({ sale, onNext }: StateProps) {
  const { t } = useTranslation('till');
  return (
    <>
      <p role="status" className={classes.ended}>
        {t(`ended.${sale.state}`)}
      </p>
      <Button size="lg" onClick={onNext}>
        {t('next')}
      </Button>
    </>
  );
}
