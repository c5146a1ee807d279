import { approvals as endpoints } from '@daftar/contract/approvals';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { approve } from './approve.ts';
import { refuse } from './decide.ts';
import { exportToFile } from './export.ts';
import * as rows from './rows.ts';
import * as settings from './settings.ts';

/** Mounts requests for a second person. */
export function registerApprovals(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    list: ({ app, caller, query }) => rows.listApprovals(app, caller, query.paging, query.filters),
    counts: async ({ app, caller }) => ({ data: await rows.countByState(app, caller) }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    approve: async ({ app, caller, params }) => {
      const { row: data, isReplaced } = await approve(app, caller, params.id);
      const first = isReplaced ? 'approvals.firstYesReplaced' : 'approvals.firstYes';
      const key = data.state === 'waiting' ? first : `approvals.approved.${data.kind}`;
      return { data, message: { key } };
    },
    decline: async ({ app, caller, params, body }) => ({
      data: await refuse(app, caller, params.id, { state: 'declined', reason: body.reason }),
      message: { key: 'approvals.declined' },
    }),
    withdraw: async ({ app, caller, params }) => ({
      data: await refuse(app, caller, params.id, { state: 'withdrawn' }),
      message: { key: 'approvals.withdrawn' },
    }),
    settings: async ({ app, caller }) => ({ data: await settings.readSettings(app, caller) }),
    saveSettings: async ({ app, caller, body }) => {
      const rule = { enabled: body.enabled, refundAbovePiastres: body.refund_above };
      const data = await settings.saveSettings(app, caller, rule, body);
      return { data, message: { key: data.waiting ? 'approvals.settingsWait' : 'approvals.saved' } };
    },
  });
}
