import type { OpsTicketDetails, OpsTicketMessage } from '@daftar/contract/ops-tickets';
import { Avatar, Button } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { Email } from '../../ui/email.tsx';
import { initialsOf } from '../../ui/format.ts';
import { useRouteParam } from '../../ui/route-param.ts';
import { textKey } from '../../ui/text-key.ts';
import { Thread, type ThreadMessage } from '../../ui/thread.tsx';
import { transactionPath } from '../paths/transactions.ts';
import { MerchantLink, ReferenceLink, WaitingSince } from '../shared/cells.tsx';
import { useMay, useMaySee } from '../shared/operator.ts';
import { References } from '../shared/references.tsx';
import { closeTicket, processTicket, readTicketFile, useTicket } from './api.ts';
import { AnswerForm } from './components/answer-form.tsx';
import { Changes, Handling } from './components/handling.tsx';
import { Notes } from './components/notes.tsx';
import { DueBy, FirstResponse, PriorityChip, TicketStatus } from './components/status.tsx';
import { useLiveTickets } from './live.ts';
import classes from './tickets.module.css';

/** `/ops/tickets/:merchantId/:id`: one merchant's thread, and replying to it. */
export default function TicketPage() {
  const { t } = useTranslation(['ops-tickets', 'ops', 'messages']);
  useLiveTickets();
  const may = useMay();
  const params = { merchantId: useRouteParam('merchantId'), id: useRouteParam('id') };
  const query = useTicket(params);
  useTitle(query.data?.data.ticket_number);
  return (
    <DetailPage<OpsTicketDetails>
      title={t('one')}
      query={query}
      summary={(ticket) => ({
        reference: ticket.ticket_number,
        headline: t(textKey('messages:ticketType.', ticket.ticket_type)),
        status: (
          <>
            <TicketStatus status={ticket.status} /> <PriorityChip priority={ticket.priority} />
          </>
        ),
        note: t(`ops:mode.${ticket.mode}`),
        actions: may('ops:tickets') && <Actions ticket={ticket} />,
      })}
    >
      {(ticket) => (
        <>
          <TicketFacts ticket={ticket} />
          {ticket.status !== 'CLOSED' && may('ops:tickets') && <Handling ticket={ticket} />}
          <Section title={t('thread')}>
            <Conversation ticket={ticket} />
          </Section>
          {ticket.status === 'CLOSED' && <p className={classes.quiet}>{t('isClosed')}</p>}
          {ticket.status !== 'CLOSED' && may('ops:tickets') && (
            <Section title={t('reply')}>
              <AnswerForm ticket={ticket} />
            </Section>
          )}
          <Notes ticket={ticket} />
          <Changes ticket={ticket} />
        </>
      )}
    </DetailPage>
  );
}

const refOf = ({ merchant, id }: OpsTicketDetails) => ({ merchantId: merchant.id, id });

function Actions({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const params = refOf(ticket);
  const close = async () => {
    const agreed = await confirm({
      title: t('closeTitle', { reference: ticket.ticket_number }),
      text: t('closeText'),
      confirm: t('close'),
    });
    if (agreed) await closeTicket(params);
  };
  if (ticket.status === 'CLOSED') return null;
  return (
    <>
      {ticket.status === 'OPEN' && (
        <Button variant="default" onClick={() => void processTicket(params)}>
          {t('process')}
        </Button>
      )}
      <Button variant="default" onClick={() => void close()}>
        {t('close')}
      </Button>
    </>
  );
}

function TicketFacts({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const maySee = useMaySee();
  const { about, reference_id: reference, merchant } = ticket;
  const leads = about?.kind === 'transaction' && maySee('ops:transactions');
  return (
    <Facts
      facts={[
        { label: t('ops:column.merchant'), value: <MerchantLink merchant={merchant} /> },
        {
          label: t('about'),
          value: reference && (
            <ReferenceLink {...(leads ? { to: transactionPath(merchant.id, about.id) } : {})}>
              {reference}
            </ReferenceLink>
          ),
        },
        { label: t('ops:column.created'), value: <DateText value={ticket.created_at} /> },
        {
          label: t('due'),
          value: <DueBy due={ticket.answer_due_at} isOverdue={ticket.is_overdue} />,
        },
        { label: t('assignee'), value: <bdi>{ticket.assignee?.email ?? t('nobody')}</bdi> },
        { label: t('waiting'), value: <WaitingSince since={ticket.waiting_since} /> },
        {
          label: t('firstResponse'),
          value: <FirstResponse seconds={ticket.first_response_seconds} />,
        },
        { label: t('closed'), value: ticket.closed_at && <DateText value={ticket.closed_at} /> },
        { label: t('closedBy'), value: ticket.closed_by && <Email value={ticket.closed_by} /> },
      ]}
    />
  );
}

const messageOf = (message: OpsTicketMessage, mode: OpsTicketDetails['mode']): ThreadMessage => ({
  key: message.message_id,
  side: message.is_admin ? 'own' : 'other',
  picture: (
    <Avatar
      size={40}
      radius={40}
      {...(message.is_admin ? { variant: 'filled' } : { color: 'ink' })}
      alt=""
      aria-hidden
    >
      {message.is_admin ? <IconHeadset size={22} /> : initialsOf(message.author)}
    </Avatar>
  ),
  name: <bdi>{message.author}</bdi>,
  at: message.created_at,
  text: <References text={message.message} mode={mode} isBlock />,
  file: message.attachment
    ? { path: message.attachment, name: message.attachment_name ?? message.attachment }
    : null,
});

function Conversation({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const { merchantId, id } = refOf(ticket);
  const read = useCallback(
    (filePath: string, signal: AbortSignal) => readTicketFile({ merchantId, id }, filePath, signal),
    [merchantId, id],
  );
  return (
    <Thread
      label={t('thread')}
      messages={ticket.messages.map((message) => messageOf(message, ticket.mode))}
      read={read}
    />
  );
}
