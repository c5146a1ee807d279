import { TICKET_TYPE, tickets } from '@daftar/contract/tickets';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AttachmentField } from '../../ui/attachment-field.tsx';
import { Form, SubmitButton, useContractForm } from '../../ui/form.tsx';
import { Link, useGoTo, useSearchOf } from '../../ui/link.tsx';
import { notify } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { textKey } from '../../ui/text-key.ts';
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { dashboardPath } from '../paths/dashboard.ts';
import { newTicketPath, ticketPath, ticketsPath } from '../paths/tickets.ts';
import { toastFieldErrors } from '../shared/field-toasts.ts';
import { useCan } from '../shared/permissions.ts';
import { type TicketValues, useCreateTicket } from './api.ts';
import classes from './components/form.module.css';

/** The parameters of the address that name a reference. */
const BEGINS = ['transaction', 'chargeback', 'settlement'] as const;

/** The initial values from the address. */
function beginsWith(
  search: Partial<Record<(typeof BEGINS)[number], string>>,
): Pick<TicketValues, 'ticket_type' | 'reference_id'> {
  for (const name of BEGINS) {
    const reference = search[name];
    if (reference) return { ticket_type: String(TICKET_TYPE[name]), reference_id: reference.slice(0, 64) };
  }
  return { ticket_type: '', reference_id: '' };
}

/** `/support/create-ticket`: a new ticket, optionally about `?transaction=`, `?chargeback=` or `?settlement=`. */
export default function CreateTicketPage() {
  const { t } = useTranslation(['tickets', 'messages', 'common']);
  const goTo = useGoTo();
  const can = useCan();
  const search = useSearchOf(newTicketPath);
  const { send } = useCreateTicket();
  const form = useContractForm<TicketValues>(tickets.create.body, {
    initialValues: { ...beginsWith(search), ticket_message: search.message ?? '', attachment: null },
    onError: toastFieldErrors,
    submit: async (values, { idempotencyKey }) => {
      const { data, message } = await send(values, idempotencyKey);
      form.resetTo(values);
      notify.success(message);
      const mayList = can('tickets-list');
      await goTo(mayList ? ticketsPath : can('view-ticket') ? ticketPath(data.id) : dashboardPath);
    },
  });
  useUnsavedGuard(form.isDirty);
  const type = form.values.ticket_type;
  const isFree = type === String(TICKET_TYPE.technicality);
  return (
    <>
      <PageHeader title={t('create.title')} text={t('create.text')} />
      <Form form={form} className={classes.form}>
        <NativeSelect
          {...form.field('ticket_type')}
          withAsterisk
          label={t('column.type')}
          data={[
            { value: '', label: t('create.chooseType'), disabled: true },
            ...Object.values(TICKET_TYPE).map((each) => ({
              value: String(each),
              label: t(`messages:ticketType.${each}`),
            })),
          ]}
        />
        <TextInput
          {...form.field('reference_id')}
          withAsterisk={type !== '' && !isFree}
          label={isFree ? t('create.referenceOptional') : t('column.reference')}
          description={t(textKey('create.referenceHelp.', type || 'any'))}
          autoComplete="off"
          maxLength={64}
          classNames={{ input: classes.ltr ?? '' }}
        />
        <Textarea
          {...form.field('ticket_message')}
          withAsterisk
          label={t('column.message')}
          description={t('create.messageHelp')}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={4000}
          dir="auto"
        />
        <AttachmentField
          value={form.values.attachment}
          onChange={(file) => form.set('attachment', file)}
          error={form.errors.attachment}
        />
        <div className={classes.buttons}>
          <SubmitButton form={form}>{t('create.submit')}</SubmitButton>
          {can('tickets-list') && (
            <Button component={Link} to={ticketsPath} variant="default">
              {t('common:cancel')}
            </Button>
          )}
        </div>
      </Form>
    </>
  );
}
