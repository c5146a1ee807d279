import { Button } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notify.tsx';
import { useMode } from '../../shared/mode.ts';
import { useMay } from '../../shared/permissions.ts';
import { useSettleNow } from '../api.ts';

/** Whether this person may settle now; test mode only. */
export function useMaySettleNow(): boolean {
  const may = useMay();
  return useMode() === 'test' && may('payout-request-transactions');
}

/** Settles the captured test money at once instead of on its day. */
export function SettleNowButton() {
  const { t } = useTranslation(['settlements', 'common']);
  const { run, isPending } = useSettleNow();
  const settle = async () => {
    const settled = await run();
    if (settled?.data) notify.success(settled.message);
    else if (settled) notify.info(settled.message);
  };
  return (
    <Button
      leftSection={<IconBolt size={16} aria-hidden />}
      loading={isPending}
      aria-busy={isPending}
      onClick={() => void settle()}
    >
      {t('settleNow')}
    </Button>
  );
}
