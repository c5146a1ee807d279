import { fillReply } from '@daftar/contract/ops-replies';
import type { OpsTicketDetails } from '@daftar/contract/ops-tickets';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplies } from '../api.ts';
import classes from '../tickets.module.css';

const LANGUAGES = ['en', 'ar'] as const;

/** Chooses a canned reply, in the merchant's language unless another is chosen, with its placeholders filled. */
export function ReplyPicker({
  ticket,
  onChoose,
}: {
  ticket: OpsTicketDetails;
  onChoose: (text: string) => void;
}) {
  const { t } = useTranslation('ops-tickets');
  const [language, setLanguage] = useState(ticket.language);
  const replies = (useReplies().data?.data ?? []).filter((each) => !each.is_archived);
  if (replies.length === 0) return null;
  const choose = (chosen: string) => {
    const reply = replies.find(({ id }) => String(id) === chosen);
    if (!reply) return;
    const values = { merchant: ticket.merchant.name, ticket: ticket.ticket_number };
    onChoose(fillReply(language === 'ar' ? reply.text_ar : reply.text_en, values));
  };
  return (
    <div className={classes.handling}>
      <NativeSelect
        label={t('insertReply')}
        value=""
        data={[
          { value: '', label: t('chooseReply') },
          ...replies.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('replyLanguage')}
        value={language}
        data={LANGUAGES.map((each) => ({ value: each, label: t(`language.${each}`) }))}
        onChange={(event) => setLanguage(event.currentTarget.value === 'ar' ? 'ar' : 'en')}
      />
    </div>
  );
}
