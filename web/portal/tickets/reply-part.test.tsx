import type { TicketDetails } from '@daftar/contract/tickets';
import i18next from 'i18next';
import { useState } from 'react';
import { expect, test } from 'vitest';
import texts from '../../locales/en/tickets.json' with { type: 'json' };
import { field, press, renderAt, type, until } from '../../ui/testing/render.tsx';
import { ReplyPart } from './components/reply-part.tsx';

i18next.addResourceBundle('en', 'tickets', texts);
// What the field's height waits for.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const TICKET: TicketDetails = {
  id: 7,
  ticket_number: 'TKT-7K3M9Q2D',
  ticket_type: 4,
  status: 'OPEN',
  created_at: '2026-06-15T09:00:00.000Z',
  last_respond_date: null,
  reference_id: '',
  about: null,
  merchant_avater: null,
  merchant_name: 'Nile Crafts',
  merchant_id: 1,
  opened_by: 'Mona Adel',
  message: 'The page stays empty',
  attachment: null,
  attachment_name: null,
  reopen_until: null,
};

/** A ticket that somebody else closes, and that can be reopened for so many milliseconds. */
function Shared({ reopenFor }: { reopenFor: number }) {
  const [ticket, setTicket] = useState(TICKET);
  const reopen_until = new Date(Date.now() + reopenFor).toISOString();
  return (
    <>
      <button type="button" onClick={() => setTicket({ ...TICKET, status: 'CLOSED', reopen_until })}>
        closed by another
      </button>
      <ReplyPart ticket={ticket} />
    </>
  );
}

const open = async (reopenFor: number) => {
  await renderAt('/support/7', <Shared reopenFor={reopenFor} />);
  await until(() => field(texts['reply.message']));
};

test('what somebody is writing stays before them when another person closes the ticket, as a reply that reopens it', async () => {
  await open(60_000);
  await type(texts['reply.message'], 'One more thing');
  await press('closed by another');
  expect(field(texts['reply.message']).value).toBe('One more thing');
  expect(document.body.textContent).toContain(texts['reopen.send']);
});

test('a ticket that is closed under an empty form, or cannot be reopened, has no form', async () => {
  await open(60_000);
  await press('closed by another');
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
  expect(document.body.textContent).toContain(texts['reopen.start']);
});

test('a ticket that cannot be reopened any more says so instead of what was being written', async () => {
  await open(-60_000);
  await type(texts['reply.message'], 'One more thing');
  await press('closed by another');
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
  expect(document.body.textContent).toContain(texts['outcome.CLOSED']);
});
