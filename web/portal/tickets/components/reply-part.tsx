import { type TicketDetails, TicketReplyForm } from '@daftar/contract/tickets';
import { Button, Textarea } from '@mantine/core';
import { IconRotateClockwise, IconSend } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../../ui/attachment-field.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { toastFieldErrors } from '../../shared/field-toasts.ts';
import { type ReplyValues, useSendReply } from '../api.ts';
import classes from './form.module.css';
import noteClasses from './reply-part.module.css';

const EMPTY: ReplyValues = { message: '', attachment: null };
const isBegun = ({ message, attachment }: ReplyValues) => message.trim() !== '' || attachment !== null;

/** Replying while it is open, waiting while it is in process, reopening once it is closed. */
export function ReplyPart({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation('tickets');
  const [wanted, setWanted] = useState(false);
  const [now] = useState(() => Date.now());
  // Typed text survives a change of the form, because the provider may move the ticket meanwhile.
  const draft = useRef(EMPTY);
  const until = ticket.reopen_until;
  const mayReopen = ticket.status === 'CLOSED' && until !== null && Date.parse(until) > now;
  // Whoever was writing when somebody closed it goes on writing.
  const reopens = mayReopen && (wanted || isBegun(draft.current));
  if (ticket.status === 'OPEN' || reopens) {
    return (
      <Section title={t(reopens ? 'reopen.title' : 'reply.title')}>
        <ReplyForm
          key={String(reopens)}
          ticketId={ticket.id}
          reopens={reopens}
          isWanted={wanted}
          draft={draft}
          onSent={() => setWanted(false)}
        />
      </Section>
    );
  }
  return (
    <div className={noteClasses.note} role="note">
      <p>{t(`outcome.${ticket.status}`)}</p>
      {mayReopen && (
        <>
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={16} aria-hidden className="daftar-flip" />}
            onClick={() => setWanted(true)}
          >
            {t('reopen.start')}
          </Button>
          <p className={noteClasses.until}>
            {t('reopen.until')} <DateText value={until} />
          </p>
        </>
      )}
    </div>
  );
}

interface ReplyFormProps {
  ticketId: number;
  reopens: boolean;
  /** Whether the form was asked for, not the ticket closed under it. */
  isWanted: boolean;
  draft: RefObject<ReplyValues>;
  onSent: () => void;
}

function ReplyForm({ ticketId, reopens, isWanted, draft, onSent }: ReplyFormProps) {
  const { t } = useTranslation('tickets');
  const { send } = useSendReply(ticketId);
  const form = useContractForm<ReplyValues>(TicketReplyForm, {
    initialValues: draft.current,
    toInput: (values) => ({ ticket_id: ticketId, message: values.message }),
    onError: toastFieldErrors,
    submit: async (values, { idempotencyKey }) => {
      const { message } = await send(values, { idempotencyKey, reopens });
      draft.current = EMPTY;
      form.resetTo(EMPTY);
      notify.success(message);
      onSent();
    },
  });
  draft.current = form.values;
  // A form that was drawn anew begins with what was typed into the one before.
  useUnsavedGuard(() => isBegun(draft.current));
  return (
    <Form form={form} className={classes.form}>
      <Textarea
        {...form.field('message')}
        label={t('reply.message')}
        placeholder={t('reply.placeholder')}
        autosize
        minRows={3}
        maxRows={16}
        maxLength={4000}
        dir="auto"
        {...(reopens && isWanted ? { autoFocus: true } : {})}
      />
      <AttachmentField
        value={form.values.attachment}
        onChange={(file) => form.set('attachment', file)}
        error={form.errors.attachment}
      />
      <div className={classes.buttons}>
        <SubmitButton form={form} leftSection={<IconSend size={16} aria-hidden className="daftar-flip" />}>
          {t(reopens ? 'reopen.send' : 'reply.send')}
        </SubmitButton>
      </div>
    </Form>
  );
}
