import { type OpsTicketChange, type OpsTicketDetails, TICKET_PRIORITIES } from '@daftar/contract/ops-tickets';
import { Button, NativeSelect } from '@mantine/core';
import { IconFlag, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section, Timeline } from '../../../ui/detail-page.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { useOperator } from '../../shared/operator.ts';
import { assignTicket, prioritizeTicket, useAssignees } from '../api.ts';
import classes from '../tickets.module.css';

/** Who answers a ticket, and how urgent it is. */
export function Handling({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  const assignees = useAssignees().data?.data ?? [];
  const email = useOperator()?.email;
  const me = assignees.find((each) => each.email === email);
  const params = { merchantId: ticket.merchant.id, id: ticket.id };
  const { assignee } = ticket;
  // Somebody who may not answer any more stays shown until another is chosen.
  const known = assignee && !assignees.some(({ id }) => id === assignee.id) ? [assignee] : [];
  const options = [...known, ...assignees].map((each) => ({ value: String(each.id), label: each.email }));
  return (
    <Section title={t('handling')}>
      <div className={classes.handling}>
        <NativeSelect
          label={t('assignee')}
          value={assignee ? String(assignee.id) : ''}
          data={[{ value: '', label: t('nobody') }, ...options]}
          onChange={({ currentTarget: { value } }) =>
            void assignTicket(params, value === '' ? null : Number(value))
          }
        />
        <NativeSelect
          label={t('priority')}
          value={ticket.priority}
          data={TICKET_PRIORITIES.map((each) => ({ value: each, label: t(`priority.${each}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const priority = TICKET_PRIORITIES.find((each) => each === value);
            if (priority) void prioritizeTicket(params, priority);
          }}
        />
        {me && assignee?.id !== me.id && (
          <Button variant="default" onClick={() => void assignTicket(params, me.id)}>
            {t('assignToMe')}
          </Button>
        )}
      </div>
    </Section>
  );
}

/** Who changed the assignee or the priority. */
export function Changes({ ticket }: { ticket: OpsTicketDetails }) {
  const { t } = useTranslation('ops-tickets');
  if (ticket.changes.length === 0) return null;
  const titleOf = ({ kind, value, author }: OpsTicketChange) => {
    const by = author ?? t('byCommand');
    if (kind === 'priority')
      return t('changed.priority', { by, value: t(textKey('priority.', String(value))) });
    return value === null ? t('changed.nobody', { by }) : t('changed.assignee', { by, value });
  };
  return (
    <Section title={t('changes')}>
      <Timeline
        items={ticket.changes.map((change) => ({
          key: String(change.id),
          title: titleOf(change),
          at: change.created_at,
          icon: change.kind === 'priority' ? IconFlag : IconUserCheck,
        }))}
      />
    </Section>
  );
}
