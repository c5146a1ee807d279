import { type Fulfilment, nextFulfilments, type OrderDetails } from '@daftar/contract/orders';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { useMay } from '../../shared/permissions.ts';
import { useFulfilOrder } from '../api.ts';
import classes from '../form.module.css';

const NOTE_MAXIMUM = 1000;

/** Moves an order to a later step, with the merchant's note. */
export function OrderFulfilment({ order }: { order: OrderDetails }) {
  const { t } = useTranslation(['store', 'messages', 'common']);
  const [fulfilment, setFulfilment] = useState<Fulfilment>(order.fulfilment);
  const [note, setNote] = useState(order.note);
  const { run, isPending } = useFulfilOrder();
  const may = useMay();
  const steps = [order.fulfilment, ...nextFulfilments(order.fulfilment, order.status === 'PAID')];
  const changed = fulfilment !== order.fulfilment || note !== order.note;
  const save = async () => {
    const isCancel = fulfilment === 'canceled' && order.fulfilment !== 'canceled';
    const agreed =
      !isCancel ||
      (await confirm({
        title: t('fulfil.cancelTitle', { reference: order.reference }),
        text: t('fulfil.cancelText'),
        confirm: t('fulfil.cancel'),
        cancel: t('common:back'),
        danger: true,
      }));
    if (agreed) await run({ body: { fulfilment, note, order_number: order.reference } });
  };
  if (!may('view-order-details')) return null;
  return (
    <Section title={t('fulfil.title')}>
      <div className={classes.form}>
        <NativeSelect
          label={t('fulfil.step')}
          data={steps.map((step) => ({ value: step, label: t(`messages:fulfilment.${step}`) }))}
          value={fulfilment}
          disabled={steps.length === 1}
          onChange={(event) => setFulfilment(event.currentTarget.value as Fulfilment)}
        />
        <Textarea
          label={t('fulfil.note')}
          description={t('fulfil.noteHelp')}
          rows={3}
          maxLength={NOTE_MAXIMUM}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div className={classes.buttons}>
          <Button onClick={() => void save()} loading={isPending} disabled={!changed}>
            {t('common:save')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
