import { type TicketDetails, tickets } from '@daftar/contract/tickets';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTitle } from '../../shared/title.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DateText } from '../../ui/date.tsx';
import { DetailPage, Facts, Section } from '../../ui/detail-page.tsx';
import { useRouteParam } from '../../ui/route-param.ts';
import { textKey } from '../../ui/text-key.ts';
import { OtherModeOffer, useEitherMode } from '../shared/other-mode.tsx';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { TicketStatusChip } from '../status/tickets.tsx';
import { prefetchTicket, ticketQuery, useCloseTicket } from './api.ts';
import { AboutLink } from './components/about-link.tsx';
import { Conversation } from './components/conversation.tsx';
import { ReplyPart } from './components/reply-part.tsx';

export const prefetch: PageModule['prefetch'] = ({ params }) => prefetchTicket(params.id ?? '');

/** `/support/{ticketID}`: one thread with the provider. */
export default function TicketPage() {
  const { t } = useTranslation(['tickets', 'messages']);
  const id = useRouteParam('id');
  const { query, isElsewhere } = useEitherMode(useQuery(ticketQuery(id)), tickets.ticket, {
    query: { ticket_id: id },
  });
  useTitle(query.data?.data.ticket_number);
  if (isElsewhere) return <OtherModeOffer />;
  return (
    <DetailPage
      title={t('details.title')}
      query={query}
      summary={(ticket) => ({
        reference: ticket.ticket_number,
        headline: t(textKey('messages:ticketType.', ticket.ticket_type)),
        status: <TicketStatusChip status={ticket.status} />,
        actions: <CloseButton ticket={ticket} />,
      })}
    >
      {(ticket) => (
        <>
          <TicketFacts ticket={ticket} />
          <Section title={t('thread.title')}>
            <Conversation ticket={ticket} />
          </Section>
          <ReplyPart ticket={ticket} />
        </>
      )}
    </DetailPage>
  );
}

function CloseButton({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation('tickets');
  const may = useMay();
  const { run, isPending } = useCloseTicket();
  if (ticket.status === 'CLOSED' || !may('view-ticket')) return null;
  const close = async () => {
    const agreed = await confirm({
      title: t('close.title', { reference: ticket.ticket_number }),
      text: t('close.text'),
      confirm: t('close'),
    });
    if (agreed) await run({ body: { ticket_id: ticket.id } });
  };
  return (
    <Button variant="default" loading={isPending} onClick={() => void close()}>
      {t('close')}
    </Button>
  );
}

function TicketFacts({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation('tickets');
  return (
    <Facts
      facts={[
        { label: t('details.reference'), value: ticket.reference_id && <AboutLink ticket={ticket} /> },
        { label: t('details.issued'), value: <DateText value={ticket.created_at} /> },
        {
          label: t('column.lastReply'),
          value: ticket.last_respond_date && <DateText value={ticket.last_respond_date} />,
        },
      ]}
    />
  );
}
