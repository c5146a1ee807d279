import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@daftar/contract/event-payloads';
import { RESENT_MAXIMUM, ResendForm } from '@daftar/contract/webhook-endpoints';
import { WEBHOOK_STATE } from '@daftar/contract/webhooks';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LeaveButton } from '../../../ui/leave-button.tsx';
import { useLocale } from '../../../ui/locale.ts';
import { MomentInput } from '../../../ui/moment-input.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useResendRange } from '../api.ts';
import classes from './webhooks.module.css';

interface Values extends Record<string, unknown> {
  from: string;
  to: string;
  type: WebhookEventType | '';
  state: string;
}

const bodyOf = ({ from, to, type, state }: Values) => ({
  from,
  to: to || null,
  type: type || null,
  state: state ? (Number(state) as 2 | 3) : null,
});

/** Sends the messages of a period again, for example of when a server was away. */
export function ResendDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  const { send } = useResendRange();
  const form = useContractForm<Values>(ResendForm, {
    initialValues: { from: '', to: '', type: '', state: String(WEBHOOK_STATE.failed) },
    toInput: bodyOf,
    submit: async (values) => {
      const sent = await send({ body: bodyOf(values) });
      onClose();
      notify.success(sent.message);
    },
  });
  const states = [WEBHOOK_STATE.failed, WEBHOOK_STATE.delivered].map((state) => ({
    value: String(state),
    label: t(`state.${state}`),
  }));
  return (
    <Dialog opened={opened} onClose={onClose} title={t('range.title')}>
      <Form form={form} className={classes.form}>
        <p>{t('range.text', { maximum: formatNumber(RESENT_MAXIMUM, locale) })}</p>
        <MomentInput
          label={t('range.from')}
          zone="cairo"
          value={form.values.from}
          onChange={(typed) => form.set('from', typed)}
          error={form.errors.from}
          required
        />
        <MomentInput
          label={t('range.to')}
          zone="cairo"
          value={form.values.to}
          onChange={(typed) => form.set('to', typed)}
          error={form.errors.to}
          description={t('range.toHelp')}
        />
        <NativeSelect
          {...form.field('type')}
          label={t('column.type')}
          data={[{ value: '', label: t('range.everyType') }, ...WEBHOOK_EVENT_TYPES]}
        />
        <NativeSelect
          {...form.field('state')}
          label={t('column.state')}
          data={[...states, { value: '', label: t('range.everyState') }]}
        />
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t('resend')}</SubmitButton>
          <LeaveButton />
        </div>
      </Form>
    </Dialog>
  );
}
