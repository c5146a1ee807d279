import { opsTickets as endpoints } from '@daftar/contract/ops-tickets';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { answer, close, startProcessing } from '../../tickets/index.ts';
import type { TicketDesk } from './desk.ts';
import * as service from './service.ts';

/** Mounts the queue of merchants' tickets, which are changed by the noun's service. */
export function registerTicketQueue(server: FastifyInstance, options: MountOptions, desk: TicketDesk): void {
  mount(server, options, endpoints, {
    list: ({ app, query }) => service.listTickets(app, query.paging, query.filters),
    figures: async ({ app }) => ({ data: await service.readFigures(app) }),
    stream: async ({ operator }) => {
      desk.admit(operator);
      return { open: (sink) => desk.open(operator, sink) };
    },
    ticket: async ({ app, params }) => ({ data: await service.readTicket(app, params) }),
    file: ({ app, params }) => service.readFileOf(app, params, params.filePath),
    reply: async ({ app, operator, params, body, file }) => {
      await answer(app, operator, params, body.message, file);
      return { message: { key: 'ops.ticketAnswered' } };
    },
    process: async ({ app, operator, params }) => {
      await startProcessing(app, operator, params);
      return { message: { key: 'ops.ticketProcessing' } };
    },
    close: async ({ app, operator, params }) => {
      await close(app, operator, params);
      return { message: { key: 'ops.ticketClosed' } };
    },
  });
}
