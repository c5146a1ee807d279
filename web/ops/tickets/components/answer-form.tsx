import { OpsReplyForm, type OpsTicketDetails } from '@daftar/contract/ops-tickets';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../../ui/attachment-field.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { replyToTicket } from '../api.ts';
import classes from '../tickets.module.css';
import { ReplyPicker } from './reply-picker.tsx';

interface Values extends Record<string, unknown> {
  message: string;
  attachment: File | null;
}
const EMPTY: Values = { message: '', attachment: null };

/** The provider's reply, with an optional file. */
export function AnswerForm({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  const form = useContractForm<Values>(OpsReplyForm, {
    initialValues: EMPTY,
    submit: async ({ message, attachment }, { idempotencyKey }) => {
      const params = { merchantId: ticket.merchant.id, id: ticket.id };
      const answer = await replyToTicket(params, message, attachment, idempotencyKey);
      form.resetTo(EMPTY);
      notify.success(answer.message);
    },
  });
  useUnsavedGuard(form.isDirty);
  // Below what was typed, so that nothing is lost.
  const insert = (text: string) => {
    const typed = form.values.message.trimEnd();
    form.set('message', typed === '' ? text : `${typed}\n\n${text}`);
  };
  return (
    <Form form={form} className={classes.form}>
      <ReplyPicker ticket={ticket} onChoose={insert} />
      <Textarea
        {...form.field('message')}
        withAsterisk
        label={t('replyText')}
        description={t('replyHelp')}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={4000}
        dir="auto"
      />
      <AttachmentField
        value={form.values.attachment}
        onChange={(file) => form.set('attachment', file)}
        error={form.errors.attachment}
      />
      <div>
        <SubmitButton form={form}>{t('send')}</SubmitButton>
      </div>
    </Form>
  );
}
