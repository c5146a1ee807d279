import { close } from '../../src/tickets/index.ts';
import { pdf } from './files.ts';
import type { Fields, Query, Sample, World } from './world.ts';

const PATH = '/merchant/support/create-ticket';
const STAFF = { operatorId: 0, email: 'test', address: '127.0.0.1' };

/** Returns multipart form data, optionally with a document. */
function formOf(fields: Fields, withPaper = false): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (withPaper) form.append('attachment', new Blob([new Uint8Array(pdf())]), 'screen.pdf');
  return form;
}

const newTicket = (withPaper = false) =>
  formOf({ ticket_type: 4, ticket_message: 'The page stays empty\nsince this morning' }, withPaper);

/** Creates a ticket of the actor's merchant with a document. */
async function ticketOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const { body } = await daftar.call({ method: 'POST', path: PATH, mode, as: actor, body: newTicket(true) });
  return { id: body.data.id };
}

const queryOf = async (world: World): Promise<Query> => ({ ticket_id: String((await ticketOf(world)).id) });

/** Creates a ticket. @returns the path parameters of the console's endpoints for it */
export const ticketRefOf = async (world: World) => ({
  merchantId: world.actor.merchantId,
  id: (await ticketOf(world)).id,
});

let serial = 0;
/** A canned reply of a name that no other has. */
function newReply() {
  serial += 1;
  return {
    name: `Reply ${serial}`,
    text_en: 'Hello {merchant}, about {ticket}',
    text_ar: 'مرحبًا {merchant}',
  };
}

/** Creates a canned reply. */
async function replyOf({ daftar }: World): Promise<{ id: number }> {
  const { name, text_en, text_ar } = newReply();
  const { email } = await daftar.operator('support');
  const [row] = await daftar.app.db<{ id: number }[]>`
    insert into canned_replies (name, text_en, text_ar, changed_by, changed_at)
    select ${name}, ${text_en}, ${text_ar}, id, now() from operators where email = ${email} returning id`;
  return { id: row!.id };
}

export const ticketSamples: Record<string, Sample> = {
  'ops-replies.create': { body: newReply },
  'ops-replies.update': { params: replyOf, body: newReply },
  'ops-replies.archive': { params: replyOf },
  'ops-replies.restore': { params: replyOf },
  'tickets.create': { body: () => newTicket() },
  'tickets.ticket': { query: queryOf },
  'tickets.messages': { query: queryOf },
  'tickets.sendMessage': {
    body: async (world) => formOf({ ...(await queryOf(world)), message: 'It is back' }, true),
  },
  'tickets.reopen': {
    body: async (world) => {
      const ref = await ticketRefOf(world);
      await close(world.daftar.app, STAFF, ref);
      return formOf({ ticket_id: ref.id, message: 'It is empty again' });
    },
  },
  'tickets.close': { body: async (world) => ({ ticket_id: (await ticketOf(world)).id }) },
  'ops-tickets.ticket': { params: ticketRefOf },
  'ops-tickets.file': {
    params: async (world) => {
      const ref = await ticketRefOf(world);
      const [row] = await world.daftar.app.db<{ path: string }[]>`
        select path from ticket_messages where merchant_id = ${ref.merchantId} and ticket_id = ${ref.id}`;
      return { ...ref, filePath: row!.path };
    },
  },
  'ops-tickets.reply': { params: ticketRefOf, body: () => formOf({ message: 'Which browser is it?' }) },
  'ops-tickets.process': { params: ticketRefOf },
  'ops-tickets.close': { params: ticketRefOf },
  'ops-tickets.assign': { params: ticketRefOf, body: () => ({ operator_id: null }) },
  'ops-tickets.prioritize': { params: ticketRefOf, body: () => ({ priority: 'high' }) },
  'ops-tickets.addNote': { params: ticketRefOf, body: () => ({ note: 'Called them; they call back' }) },
};
