import type { TicketDetails, TicketReply } from '@daftar/contract/tickets';
import { Avatar } from '@mantine/core';
import { IconBuildingStore, IconHeadset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Thread, type ThreadMessage } from '../../../ui/thread.tsx';
import { PersonAvatar } from '../../shared/person-avatar.tsx';
import { readAttachment, repliesQuery } from '../api.ts';

const PICTURE = 40;

const fileOf = ({ attachment, attachment_name }: Pick<TicketReply, 'attachment' | 'attachment_name'>) =>
  attachment ? { path: attachment, name: attachment_name ?? attachment } : null;

/** The opening message and the replies to it, in order. */
export function Conversation({ ticket }: { ticket: TicketDetails }) {
  const { t } = useTranslation('tickets');
  const query = useQuery(repliesQuery(String(ticket.id)));
  const replies = query.data?.data;
  const idOf = (id: number) => <bdi>{t('thread.id', { id })}</bdi>;

  const opening: ThreadMessage = {
    key: 1,
    side: 'own',
    picture: (
      <Avatar size={PICTURE} radius={PICTURE} src={ticket.merchant_avater} alt="" aria-hidden>
        <IconBuildingStore size={22} />
      </Avatar>
    ),
    name: <bdi>{ticket.merchant_name}</bdi>,
    note: (
      <>
        {idOf(ticket.merchant_id)}
        {ticket.opened_by && (
          <>
            {' · '}
            <bdi>{ticket.opened_by}</bdi>
          </>
        )}
      </>
    ),
    at: ticket.created_at,
    text: ticket.message,
    file: fileOf(ticket),
  };
  const messageOf = (reply: TicketReply): ThreadMessage => ({
    key: reply.message_id,
    side: reply.is_admin ? 'other' : 'own',
    picture: reply.is_admin ? (
      <Avatar size={PICTURE} radius={PICTURE} variant="filled" alt="" aria-hidden>
        <IconHeadset size={22} />
      </Avatar>
    ) : (
      <PersonAvatar name={reply.name ?? ''} avatar={reply.avater} size={PICTURE} />
    ),
    name: reply.is_admin ? t('thread.provider') : <bdi>{reply.name}</bdi>,
    note: reply.id !== null && idOf(reply.id),
    at: reply.created_at,
    text: reply.message,
    file: fileOf(reply),
  });

  return (
    <>
      <Thread
        label={t('thread.title')}
        messages={[opening, ...(replies ?? []).map(messageOf)]}
        read={readAttachment}
      />
      {!replies &&
        (query.error ? (
          <ErrorBox error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <Skeleton width="60%" height="4rem" />
        ))}
    </>
  );
}
