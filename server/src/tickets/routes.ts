import { tickets as endpoints } from '@daftar/contract/tickets';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { exportToFile } from './export.ts';
import * as service from './service.ts';
import { close, openTicket, reopen, reply } from './speak.ts';

/** Mounts support tickets, the merchant's side. */
export function registerTickets(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    statistics: async ({ app, caller }) => ({ data: await service.readStatistics(app, caller) }),
    list: ({ app, caller, query }) => service.listTickets(app, caller, query.paging, query.filters),
    counts: async ({ app, caller }) => ({ data: await service.countByStatus(app, caller) }),
    exportCsv: ({ app, caller, query }) => exportToFile(app, caller, query.paging, query.filters),
    create: async ({ app, caller, body, file }) => {
      const data = await openTicket(app, caller, body, file);
      return { data, message: { key: 'tickets.created', params: { reference: data.ticket_number } } };
    },
    ticket: async ({ app, caller, query }) => ({
      data: await service.readTicket(app, caller, query.ticket_id),
    }),
    messages: async ({ app, caller, query }) => ({
      data: await service.readReplies(app, caller, query.ticket_id),
    }),
    sendMessage: async ({ app, caller, body, file }) => {
      await reply(app, caller, body, file);
      return { message: { key: 'tickets.sent' } };
    },
    reopen: async ({ app, caller, body, file }) => {
      await reopen(app, caller, body, file);
      return { message: { key: 'tickets.reopened' } };
    },
    close: async ({ app, caller, body }) => {
      await close(app, caller, body.ticket_id);
      return { message: { key: 'tickets.isClosed' } };
    },
  });
}
