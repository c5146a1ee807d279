import { opsBankStatements as endpoints } from '@daftar/contract/ops-bank-statements';
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../platform/context.ts';
import { type MountOptions, mount } from '../../platform/http/mount.ts';
import { heedPeriod } from '../cut-offs/period.ts';
import { importStatement, previewStatement, undoStatement } from './import.ts';
import { bookFromLines, linkLine, rematch, unlinkLine } from './link.ts';
import * as service from './service.ts';

const authorOf = ({ email: actor, address }: Operator) => ({ actor, address });

/** Mounts bank statements for the console. */
export function registerBankStatements(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    accounts: async ({ app }) => ({ data: await service.listAccounts(app) }),
    setLayout: async ({ app, operator, params, body }) => {
      await service.setLayout(app, authorOf(operator), params.id, body);
      return { message: { key: 'reconciliation.statement.layoutSet' } };
    },
    preview: async ({ app, operator, params, body, file }) => ({
      data: await previewStatement(app, authorOf(operator), params.id, file, body),
    }),
    import: async ({ app, operator, params, body, file }) => {
      const data = await importStatement(app, authorOf(operator), params.id, file, body);
      const { lines, matched } = data;
      if (lines === 0) return { data, message: { key: 'reconciliation.statement.proves' } };
      return {
        data,
        message: { key: 'reconciliation.statement.imported', params: { count: lines, matched } },
      };
    },
    files: ({ app, operator, query }) =>
      service.statementList.page(app, operator, query.paging, query.filters),
    exportFiles: ({ app, operator, query }) =>
      service.statementList.file(app, operator, query.paging, query.filters),
    file: async ({ app, params }) => ({ data: await service.readFile(app, params.id) }),
    lines: ({ app, operator, params, query }) =>
      service.bankLineList.page(app, operator, query.paging, { ...query.filters, file_id: params.id }),
    exportLines: ({ app, operator, params, query }) =>
      service.bankLineList.file(app, operator, query.paging, { ...query.filters, file_id: params.id }),
    undo: async ({ app, operator, params, body }) => {
      await heedPeriod(() => undoStatement(app, authorOf(operator), params.id, body.reason));
      return { message: { key: 'reconciliation.statement.undone' } };
    },
    rematch: async ({ app, operator }) => {
      const matched = await rematch(app, authorOf(operator));
      return {
        data: { matched },
        message: { key: 'reconciliation.statement.rematched', params: { count: matched } },
      };
    },
    line: async ({ app, params }) => ({ data: await service.readLine(app, params.id) }),
    link: async ({ app, operator, params, body }) => {
      await heedPeriod(() => linkLine(app, authorOf(operator), params.id, body.batches));
      return { message: { key: 'reconciliation.statement.linked' } };
    },
    unlink: async ({ app, operator, params, body }) => {
      await heedPeriod(() => unlinkLine(app, authorOf(operator), params.id, body.reason));
      return { message: { key: 'reconciliation.statement.unlinked' } };
    },
    batches: ({ app, operator, query }) => service.batchList.page(app, operator, query.paging, query.filters),
    exportBatches: ({ app, operator, query }) =>
      service.batchList.file(app, operator, query.paging, query.filters),
    book: async ({ app, operator, params }) => {
      await bookFromLines(app, authorOf(operator), params.id);
      return { message: { key: 'reconciliation.booked' } };
    },
  });
}
