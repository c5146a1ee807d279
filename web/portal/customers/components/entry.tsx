import { type CustomerEvent, customerPage } from '@daftar/contract/customer-page';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import {
  IconCreditCard,
  IconFileInvoice,
  IconGavel,
  IconMail,
  IconMessage,
  IconNote,
  IconPencil,
  IconReceiptRefund,
  IconShoppingBag,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date.tsx';
import type { TimelineItem } from '../../../ui/detail-page.tsx';
import { Form, SubmitButton, useContractForm } from '../../../ui/form.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import type { Path } from '../../../ui/path.ts';
import unbroken from '../../../ui/reference.module.css';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { invoicePath } from '../../paths/invoices.ts';
import { orderPath } from '../../paths/store.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { type useCan, useMay } from '../../shared/permissions.ts';
import { ChargebackStatusChip } from '../../status/chargebacks.tsx';
import { InvoiceStatusChip } from '../../status/invoices.tsx';
import { FulfilmentChip, OrderStatusChip } from '../../status/orders.tsx';
import { TransactionStatusChip } from '../../status/transactions.tsx';
import { useDeleteNote, useEditNote } from '../api.ts';
import { flowOfEntry } from '../flow.ts';
import classes from './timeline.module.css';

type Can = ReturnType<typeof useCan>;

const ICONS = {
  payment: IconCreditCard,
  refund: IconReceiptRefund,
  chargeback: IconGavel,
  order: IconShoppingBag,
  invoice: IconFileInvoice,
  message: IconMail,
  note: IconNote,
};

/** The page of an entry, for who may open it. */
function pathOf({ subject }: CustomerEvent, can: Can): Path | null {
  switch (subject?.kind) {
    case 'transaction':
      return can('view-transaction-details') ? transactionPath(subject.id) : null;
    case 'chargeback':
      return can('view-chargeback-list') ? chargebackPath(subject.id) : null;
    case 'order':
      return can('view-order-details') ? orderPath(subject.id) : null;
    case 'invoice':
      return can('view-invoice-details') ? invoicePath(subject.id) : null;
    default:
      return null;
  }
}

const REFUND_KINDS: Readonly<Record<string, StatusKind>> = {
  pending: 'pending',
  succeeded: 'refund',
  failed: 'fail',
  canceled: 'closed',
  reversed: 'fail',
};
const MESSAGE_KINDS: Readonly<Record<string, StatusKind>> = {
  queued: 'pending',
  sent: 'success',
  kept: 'closed',
  failed: 'fail',
  withheld: 'fail',
};
const INVOICE_STATUSES: Readonly<Record<string, number>> = { unpaid: 1, paid: 2, canceled: 3, expired: 4 };

function Status({ kind, status }: Pick<CustomerEvent, 'kind' | 'status'>): ReactNode {
  const { t } = useTranslation(['customers', 'messages']);
  if (status === null) return null;
  switch (kind) {
    case 'payment':
      return <TransactionStatusChip status={Number(status)} />;
    case 'chargeback':
      return <ChargebackStatusChip status={Number(status)} />;
    case 'order':
      if (status === 'canceled') return <FulfilmentChip fulfilment="canceled" />;
      return <OrderStatusChip status={status === 'PAID' ? 'PAID' : 'UNPAID'} />;
    case 'invoice':
      return <InvoiceStatusChip status={INVOICE_STATUSES[status] ?? 0} />;
    case 'refund':
      return (
        <StatusChip kind={REFUND_KINDS[status] ?? 'closed'}>
          {t(`messages:${textKey('refundState.', status)}`)}
        </StatusChip>
      );
    case 'message':
      return (
        <StatusChip kind={MESSAGE_KINDS[status] ?? 'closed'}>
          {t(textKey('customers:messageState.', status))}
        </StatusChip>
      );
    default:
      return null;
  }
}

/** An entry as the timeline shows it. */
export function itemOf(event: CustomerEvent, can: Can): TimelineItem {
  return {
    key: event.id,
    at: event.at,
    icon: event.kind === 'message' && event.channel === 'sms' ? IconMessage : ICONS[event.kind],
    tone: event.kind === 'chargeback' ? 'bad' : 'plain',
    title: <Title event={event} to={pathOf(event, can)} />,
    detail: event.kind === 'note' ? <Note event={event} /> : <Detail event={event} />,
  };
}

function Title({ event, to }: { event: CustomerEvent; to: Path | null }) {
  const { t } = useTranslation('customers');
  const { kind, reference, amount, currency, author } = event;
  const words = kind === 'note' ? t('entry.note', { name: author ?? '' }) : t(`entry.${kind}`);
  const named = reference && <bdi className={unbroken.text}>{reference}</bdi>;
  return (
    <span className={classes.title}>
      <span className={classes.words}>
        {to && !reference ? (
          <Link to={to} className={classes.link}>
            {words}
          </Link>
        ) : (
          words
        )}
        {to && reference ? (
          <Link to={to} className={classes.link}>
            {named}
          </Link>
        ) : (
          named
        )}
        <Status kind={kind} status={event.status} />
      </span>
      {amount !== null && (
        <MoneyFlow amount={amount} currency={currency ?? 'EGP'} flow={flowOfEntry(event)} />
      )}
    </span>
  );
}

function Detail({ event }: { event: CustomerEvent }) {
  const { t } = useTranslation('customers');
  const { kind, text, channel, recipient, cause } = event;
  if (kind === 'message') {
    const about = text || t(`entry.cause.${cause ?? 'other'}`);
    return (
      <span className={classes.detail}>
        <bdi>{about}</bdi> · {t(channel === 'sms' ? 'entry.bySms' : 'entry.byEmail')}{' '}
        <bdi dir="ltr">{recipient}</bdi>
      </span>
    );
  }
  if (kind === 'chargeback') {
    return (
      <>
        {t('entry.ofPayment')} <bdi>{text}</bdi>
      </>
    );
  }
  return text === '' ? null : <bdi className={classes.detail}>{text}</bdi>;
}

/** A note; who wrote it may change or delete it. */
function Note({ event }: { event: CustomerEvent }) {
  const { t } = useTranslation(['customers', 'common']);
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const remove = useDeleteNote();
  const id = event.subject?.id ?? 0;
  const mayChange = event.is_mine && may('update-customer');
  if (editing) {
    return <EditNote id={id} text={event.text} onDone={() => setEditing(false)} />;
  }
  const askAndDelete = async () => {
    const asked = { title: t('note.deleteTitle'), text: t('note.deleteText'), confirm: t('note.delete') };
    if (await confirm({ ...asked, danger: true })) await remove.run({ params: { id } });
  };
  return (
    <span className={classes.note}>
      <bdi className={classes.text}>{event.text}</bdi>
      {mayChange && (
        <span className={classes.buttons}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('note.edit')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            loading={remove.isPending}
            aria-label={t('note.delete')}
            onClick={() => void askAndDelete()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </span>
      )}
      {event.edited_at && (
        <span className={classes.edited}>
          {t('note.edited')} <DateText value={event.edited_at} />
        </span>
      )}
    </span>
  );
}

function EditNote({ id, text, onDone }: { id: number; text: string; onDone: () => void }) {
  const { t } = useTranslation(['customers', 'common']);
  const { send } = useEditNote();
  const form = useContractForm(customerPage.editNote.body, {
    initialValues: { text },
    submit: async (body) => {
      await send({ params: { id }, body });
      onDone();
    },
  });
  return (
    <Form form={form} className={classes.form}>
      <Textarea
        {...form.field('text')}
        aria-label={t('note.label')}
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
      />
      <span className={classes.buttons}>
        <SubmitButton form={form} size="xs">
          {t('common:save')}
        </SubmitButton>
        <Button variant="default" size="xs" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </span>
    </Form>
  );
}
