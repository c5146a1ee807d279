import { notifications as endpoints } from '@daftar/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import type { EventHub } from './event-hub.ts';
import { exportToFile } from './export.ts';
import { readPreferences, savePreferences } from './preferences.ts';
import * as service from './service.ts';

/** Mounts notifications. */
export function registerNotifications(server: FastifyInstance, options: MountOptions, news: EventHub): void {
  mount(server, options, endpoints, {
    list: async ({ app, caller }) => {
      const rows = await service.listNotifications(app, caller);
      const meta = { current_page: 1, last_page: 1, per_page: service.SHOWN, total: rows.length };
      return { rows, meta };
    },
    stream: async ({ caller }) => {
      news.admit(caller);
      return { open: (sink) => news.open(caller, sink) };
    },
    history: ({ app, caller, query }) => service.listHistory(app, caller, query.paging, query.filters),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    historyCounts: async ({ app, caller }) => ({ data: await service.countByState(app, caller) }),
    archiveAll: ({ app, caller, body }) => service.archiveUpTo(app, caller, body.up_to),
    preferences: async ({ app, caller }) => ({ data: await readPreferences(app, caller) }),
    savePreferences: async ({ app, caller, body }) => {
      await savePreferences(app, caller, body);
      return { message: { key: 'notifications.preferencesSaved' } };
    },
    archive: ({ app, caller, params }) => service.archiveNotification(app, caller, params.notificationId),
  });
}
