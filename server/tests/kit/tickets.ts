/** Calls of both sides of a ticket, for tests. */
import { expect } from 'vitest';
import { jobHandlers } from '../../src/jobs.ts';
import type { Actor, OperatorActor, TestServer } from './server.ts';

/** Both actors, asked at each call, because tests sign people in again when the clock has moved. */
export interface Both {
  daftar: TestServer;
  owner: Actor;
  reviewer: OperatorActor;
}

export interface Attached {
  name: string;
  content: Buffer;
}

/** Builds a form as browsers send it. */
export function formOf(fields: Record<string, unknown>, file?: Attached): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) form.append('attachment', new Blob([new Uint8Array(file.content)]), file.name);
  return form;
}

/** Calls of the merchant's owner and of a reviewer on live tickets. */
export function callsOf(both: () => Both) {
  const get = (path: string, query: Record<string, string> = {}) => {
    const { daftar, owner } = both();
    return daftar.call({ path: `/merchant/support${path}`, mode: 'live', as: owner, query });
  };
  const post = (path: string, fields: Record<string, unknown>, file?: Attached) => {
    const { daftar, owner } = both();
    const call = { method: 'POST', path: `/merchant/support/${path}`, mode: 'live', as: owner } as const;
    return daftar.call({ ...call, body: formOf(fields, file) });
  };
  const create = (fields: Record<string, unknown> = {}, file?: Attached) =>
    post('create-ticket', { ticket_type: 4, ticket_message: 'The page stays empty', ...fields }, file);
  const pathOf = (id: number) => `/api/ops/tickets/${both().owner.merchantId}/${id}`;
  const staff = (id: number, what: string, body?: FormData) => {
    const { daftar, reviewer } = both();
    const call = { method: 'POST', path: `${pathOf(id)}/${what}`, as: reviewer } as const;
    return daftar.call({ ...call, ...(body ? { body } : {}) });
  };
  return {
    get,
    post,
    create,
    /** @returns the id of a new ticket. */
    opened: async (...given: Parameters<typeof create>): Promise<number> => {
      const answer = await create(...given);
      expect(answer.status, answer.raw).toBe(200);
      return answer.body.data.id;
    },
    ticket: async (id: number) => (await get('/ticket', { ticket_id: String(id) })).body.data,
    replies: async (id: number) => (await get('/ticket-messages', { ticket_id: String(id) })).body.data,
    /** Calls an endpoint of the console that changes a ticket. */
    staff,
    answered: (id: number, message = 'Which browser is it?', file?: Attached) =>
      staff(id, 'replies', formOf({ message }, file)),
    /** The ticket as the console shows it. */
    seen: async (id: number) =>
      (await both().daftar.call({ path: pathOf(id), as: both().reviewer })).body.data,
  };
}

/** Runs the jobs that tell people of tickets, and are due: at once, or at a moment that the test's clock has reached. */
export async function runTicketJobs(daftar: TestServer): Promise<void> {
  const handlers = jobHandlers({} as never);
  const jobs = await daftar.database.sql<{ id: number; task: string; payload: object }[]>`
    select j.id, j.task_identifier as task, p.payload
      from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier in ('email-notification', 'email-waiting-ticket')
       and (j.run_at = j.updated_at or j.run_at <= ${daftar.clock.now()}) order by j.id`;
  // As a worker takes them: what they add under their own key is another.
  await daftar.database.sql`select graphile_worker.complete_jobs(${jobs.map(({ id }) => id)}::bigint[])`;
  for (const { task, payload } of jobs) await handlers[task]!(daftar.app, payload as never);
}
