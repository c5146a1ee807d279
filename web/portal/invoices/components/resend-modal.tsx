import type { InvoiceCustomer } from '@daftar/contract/invoices';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Mobile } from '../../../ui/mobile.tsx';
import { useKept } from '../../../ui/use-kept.ts';
import { type SendWay, SendWays } from '../../payables/send-ways.tsx';
import { useResend } from '../api.ts';
import classes from './modal.module.css';

interface ResendModalProps {
  invoiceId: number;
  /** The recipient; null while closed. */
  customer: InvoiceCustomer | null;
  onClose: () => void;
}

/** Sends the invoice to one customer, by the chosen channels. */
export function ResendModal({ invoiceId, customer, onClose }: ResendModalProps) {
  const { t } = useTranslation(['invoices', 'common']);
  const shown = useKept(customer);
  return (
    <Dialog
      opened={customer !== null}
      onClose={onClose}
      title={shown && t(shown.sent_at === null ? 'resend.first' : 'resend.title', { name: shown.name })}
      classNames={{ title: classes.title ?? '' }}
    >
      {shown && <ResendForm invoiceId={invoiceId} customer={shown} onClose={onClose} />}
    </Dialog>
  );
}

function ResendForm({ invoiceId, customer, onClose }: ResendModalProps & { customer: InvoiceCustomer }) {
  const { t } = useTranslation(['invoices', 'payables', 'common']);
  const { run, isPending } = useResend();
  const [ways, setWays] = useState<readonly SendWay[]>([
    customer.email ? 'notify_by_email' : 'notify_by_sms',
  ]);
  const [lacks, setLacks] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setLacks(ways.length === 0);
    if (ways.length === 0) return;
    const sent = await run({
      params: { id: invoiceId, customerId: customer.id },
      body: { by_email: ways.includes('notify_by_email'), by_sms: ways.includes('notify_by_sms') },
    });
    if (sent) onClose();
  };
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)}>
      <SendWays
        label={t('resend.how')}
        ways={ways}
        onChange={(chosen) => {
          setWays(chosen);
          setLacks(false);
        }}
        error={lacks && t('resend.none')}
        to={{
          notify_by_email: <bdi dir="ltr">{customer.email}</bdi>,
          notify_by_sms: <Mobile value={customer.phone} />,
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={isPending} aria-busy={isPending}>
          {t('resend.send')}
        </Button>
      </Group>
    </form>
  );
}
