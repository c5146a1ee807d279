import { Button, Switch } from '@mantine/core';
import { IconCashBanknote } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { useReportDirty } from '../../../ui/use-asked-leave.ts';
import { useSaveStoreOptions, useStoreOptions } from '../api.ts';
import classes from '../form.module.css';

interface Options {
  pay_now: boolean;
  cash_on_delivery: boolean;
  confirm_phones: boolean;
}

/** The payment options of the store: online, on delivery, or both. */
export function PaymentOptionsButton() {
  const { t } = useTranslation(['store', 'common']);
  const [opened, setOpened] = useState(false);
  const query = useStoreOptions(opened);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCashBanknote size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('options.open')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('options.title')}>
        {query.data && <OptionsForm options={query.data.data} onDone={() => setOpened(false)} />}
      </Dialog>
    </>
  );
}

function OptionsForm({ options, onDone }: { options: Options; onDone: () => void }) {
  const { t } = useTranslation(['store', 'common']);
  const [chosen, setChosen] = useState(options);
  useReportDirty(() => JSON.stringify(chosen) !== JSON.stringify(options));
  const { run, isPending } = useSaveStoreOptions();
  const save = async () => {
    if (await run({ body: chosen })) onDone();
  };
  const none = !chosen.pay_now && !chosen.cash_on_delivery;
  return (
    <div className={classes.fields}>
      <Switch
        label={t('options.now')}
        description={t('options.nowHelp')}
        checked={chosen.pay_now}
        onChange={(event) => setChosen({ ...chosen, pay_now: event.currentTarget.checked })}
      />
      <Switch
        label={t('options.delivery')}
        description={t('options.deliveryHelp')}
        checked={chosen.cash_on_delivery}
        onChange={(event) => setChosen({ ...chosen, cash_on_delivery: event.currentTarget.checked })}
      />
      <Switch
        label={t('options.confirm')}
        description={t('options.confirmHelp')}
        checked={chosen.confirm_phones}
        disabled={!chosen.cash_on_delivery}
        onChange={(event) => setChosen({ ...chosen, confirm_phones: event.currentTarget.checked })}
      />
      {none && (
        <p className={classes.hint} role="alert">
          {t('options.none')}
        </p>
      )}
      <div className={classes.buttons}>
        <Button onClick={() => void save()} loading={isPending} disabled={none}>
          {t('common:save')}
        </Button>
      </div>
    </div>
  );
}
