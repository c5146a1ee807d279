import { NoteForm, type OpsTicketDetails } from '@daftar/contract/ops-tickets';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useUnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { useMay } from '../../shared/operator.ts';
import { References } from '../../shared/references.tsx';
import { addNote } from '../api.ts';
import classes from '../tickets.module.css';

/** What colleagues noted about a ticket for each other, and another note. */
export function Notes({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  const may = useMay();
  return (
    <Section title={t('notes')}>
      {ticket.notes.length === 0 && <p className={classes.quiet}>{t('noNotes')}</p>}
      {ticket.notes.length > 0 && (
        <ul className={classes.notes} aria-label={t('notes')}>
          {ticket.notes.map(({ id, author, created_at, note }) => (
            <li key={id} className={classes.note}>
              <span className={classes.quiet}>
                <bdi>{author}</bdi> · <DateText value={created_at} />
              </span>
              <p className={classes.text} dir="auto">
                <References text={note} mode={ticket.mode} isBlock />
              </p>
            </li>
          ))}
        </ul>
      )}
      {may('ops:tickets') && <NewNote ticket={ticket} />}
    </Section>
  );
}

function NewNote({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  const form = useContractForm<{ note: string }>(NoteForm, {
    initialValues: { note: '' },
    submit: async ({ note }, { idempotencyKey }) => {
      const params = { merchantId: ticket.merchant.id, id: ticket.id };
      const answer = await addNote(params, note, idempotencyKey);
      form.resetTo({ note: '' });
      notify.success(answer.message);
    },
  });
  useUnsavedGuard(form.isDirty);
  return (
    <Form form={form} className={classes.form}>
      <Textarea
        {...form.field('note')}
        withAsterisk
        label={t('note')}
        description={t('notesHelp')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={4000}
        dir="auto"
      />
      <div>
        <SubmitButton form={form} variant="default">
          {t('addNote')}
        </SubmitButton>
      </div>
    </Form>
  );
}
