/** Valid requests to reports by mail. */
import { cairoDay } from '../../src/platform/time/cairo.ts';
import { reportForm } from './reports.ts';
import { proven } from './samples-account.ts';
import { next, type Sample, type World } from './world.ts';

/** A report of the actor's. */
async function reportOf({ daftar, actor, mode }: World, more: object = {}): Promise<{ id: number }> {
  // As many as can be kept are made by a whole matrix of calls.
  await daftar.database.sql`
    update reports set deleted_at = now(), next_at = null where merchant_id = ${actor.merchantId} and deleted_at is null`;
  const body = reportForm({ members: [actor.userId], ...more });
  const path = '/merchant/reports/create';
  const made = await daftar.call({ method: 'POST', path, mode, as: actor, body });
  return { id: made.body.data.id };
}

const form = ({ actor }: World) => reportForm({ name: `Report ${next()}`, members: [actor.userId] });

export const reportSamples: Record<string, Sample> = {
  'reports.create': { body: form },
  'reports.update': { params: (world) => reportOf(world), body: form },
  'reports.pause': { params: (world) => reportOf(world), body: () => ({ is_paused: true }) },
  'reports.delete': { params: (world) => reportOf(world) },
  'reports.test': {
    params: async (world) => {
      await world.daftar.database.sql`delete from limit_uses`;
      return reportOf(world);
    },
  },
  'reports.approve': {
    params: async (world) => {
      const { id } = await reportOf(world, { addresses: [`books${next()}@example.com`] });
      const [row] = await world.daftar.database.sql<{ id: number }[]>`
        select id from report_recipients where report_id = ${id} and email is not null`;
      return { id, recipientId: row!.id };
    },
    body: (world) => proven(world, { version: 1 }),
  },
  'reports.file': {
    params: async (world) => {
      const { id } = await reportOf(world);
      const { actor, daftar } = world;
      const day = cairoDay(daftar.clock.now());
      await daftar.database.sql`
        insert into report_runs (merchant_id, report_id, day, file_until)
        values (${actor.merchantId}, ${id}, ${day}, 'infinity')`;
      return { id, day };
    },
  },
};
