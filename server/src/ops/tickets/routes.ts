import { opsReplies } from '@daftar/contract/ops-replies';
import { opsTickets as endpoints } from '@daftar/contract/ops-tickets';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { addNote, answer, close, prioritize, startProcessing } from '../../tickets/index.ts';
import type { TicketDesk } from './desk.ts';
import * as replies from './replies.ts';
import * as service from './service.ts';

/** Mounts the queue of merchants' tickets; the noun's service changes them. */
export function registerTicketQueue(server: FastifyInstance, options: MountOptions, desk: TicketDesk): void {
  mount(server, options, endpoints, {
    list: ({ app, operator, query }) => service.tickets.page(app, operator, query.paging, query.filters),
    export: ({ app, operator, query }) => service.tickets.file(app, operator, query.paging, query.filters),
    figures: async ({ app }) => ({ data: await service.readFigures(app) }),
    stream: async ({ operator }) => {
      desk.admit(operator);
      return { open: (sink) => desk.open(operator, sink) };
    },
    assignees: async ({ app }) => ({ data: await service.listAssignees(app) }),
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
    assign: async ({ app, operator, params, body }) => {
      await service.assignTicket(app, operator, params, body.operator_id);
      return { message: { key: body.operator_id === null ? 'ops.ticketUnassigned' : 'ops.ticketAssigned' } };
    },
    prioritize: async ({ app, operator, params, body }) => {
      await prioritize(app, operator, params, body.priority);
      return { message: { key: 'ops.ticketPrioritized' } };
    },
    addNote: async ({ app, operator, params, body }) => {
      await addNote(app, operator, params, body.note);
      return { message: { key: 'ops.ticketNoted' } };
    },
  });
  mount(server, options, opsReplies, {
    list: async ({ app }) => ({ data: await replies.listReplies(app) }),
    create: async ({ app, operator, body }) => ({
      data: await replies.createReply(app, operator, body),
      message: { key: 'ops.replySaved' },
    }),
    update: async ({ app, operator, params, body }) => {
      await replies.updateReply(app, operator, params.id, body);
      return { message: { key: 'ops.replySaved' } };
    },
    archive: async ({ app, operator, params }) => {
      await replies.archiveReply(app, operator, params.id);
      return { message: { key: 'ops.replyArchived' } };
    },
    restore: async ({ app, operator, params }) => {
      await replies.restoreReply(app, operator, params.id);
      return { message: { key: 'ops.replyRestored' } };
    },
  });
}
