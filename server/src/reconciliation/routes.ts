import { opsReconciliation } from '@daftar/contract/ops-reconciliation';
import { opsSettlementFiles } from '@daftar/contract/ops-settlement-files';
import { opsSettlementProfiles } from '@daftar/contract/ops-settlement-profiles';
import { opsSuspense } from '@daftar/contract/ops-suspense';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { SheetRefused } from '../platform/sheets/errors.ts';
import { askProcessor } from './ask.ts';
import { assignBreak, listColleagues } from './assign.ts';
import { authorOf } from './author.ts';
import { bookBatch } from './book.ts';
import * as breaks from './breaks.ts';
import { changeMany } from './bulk.ts';
import { resolveBreak } from './close.ts';
import { heedPeriod } from './cut-offs/period.ts';
import { addEvidence, readEvidence } from './evidence.ts';
import { importFile, previewFile, type SettlementFile } from './import.ts';
import { lineList } from './line-list.ts';
import { askReversal } from './reverse.ts';
import * as service from './service.ts';
import { readSuspense, suspenseList } from './suspense.ts';

/** Reads the uploaded file. @throws SheetRefused without a file */
function fileOf(file: UploadedFile | null): SettlementFile {
  if (!file) throw new SheetRefused('Required');
  return { name: file.name, open: () => [file.content] };
}

/** Mounts reconciliation for the console. */
export function registerReconciliation(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, opsSettlementProfiles, {
    accounts: async ({ app }) => ({ data: await service.listAccounts(app) }),
    profiles: async ({ app }) => ({ data: await service.listProfiles(app) }),
    addProfile: async ({ app, operator, body }) => {
      await service.addProfile(app, authorOf(operator), body);
      return { message: { key: 'reconciliation.profileAdded' } };
    },
    changeProfile: async ({ app, operator, params, body }) => {
      await service.changeProfile(app, authorOf(operator), params.id, body);
      return { message: { key: 'reconciliation.profileChanged' } };
    },
  });
  mount(server, options, opsSettlementFiles, {
    preview: async ({ app, operator, params, body, file }) => ({
      data: await previewFile(app, authorOf(operator), params.id, fileOf(file), body),
    }),
    import: async ({ app, operator, params, body, file }) => {
      const data = await importFile(app, authorOf(operator), params.id, fileOf(file), body);
      const { lines, matched } = data;
      return { data, message: { key: 'reconciliation.imported', params: { count: lines, matched } } };
    },
    files: ({ app, operator, query }) => service.fileList.page(app, operator, query.paging, query.filters),
    exportFiles: ({ app, operator, query }) =>
      service.fileList.file(app, operator, query.paging, query.filters),
    file: async ({ app, params }) => ({ data: await service.readFile(app, params.id) }),
    lines: ({ app, operator, params, query }) =>
      lineList.page(app, operator, query.paging, { ...query.filters, file_id: params.id }),
    exportLines: ({ app, operator, params, query }) =>
      lineList.file(app, operator, query.paging, { ...query.filters, file_id: params.id }),
    undo: async ({ app, operator, params, body }) => {
      await heedPeriod(() => service.undo(app, authorOf(operator), params.id, body.reason));
      return { message: { key: 'reconciliation.undone' } };
    },
    bookBatch: async ({ app, operator, params, body }) => {
      const { bank_reference: bankReference, received_on: receivedOn, amount: amountPiastres } = body;
      await bookBatch(app, authorOf(operator), params.id, { bankReference, receivedOn, amountPiastres });
      return { message: { key: 'reconciliation.booked' } };
    },
    reverseBatch: async ({ app, operator, params, body }) => {
      await askReversal(app, operator, params.id, body.reason);
      return { message: { key: 'reconciliation.reversalAsked' } };
    },
  });
  mount(server, options, opsSuspense, {
    balances: async ({ app }) => ({ data: await readSuspense(app) }),
    movements: ({ app, operator, query }) => suspenseList.page(app, operator, query.paging, query.filters),
    exportMovements: ({ app, operator, query }) =>
      suspenseList.file(app, operator, query.paging, query.filters),
  });
  mount(server, options, opsReconciliation, {
    overview: async ({ app }) => ({ data: await breaks.readOverview(app) }),
    breaks: ({ app, operator, query }) => breaks.breakList.page(app, operator, query.paging, query.filters),
    exportBreaks: ({ app, operator, query }) =>
      breaks.breakList.file(app, operator, query.paging, query.filters),
    break: async ({ app, params }) => ({ data: await breaks.readBreak(app, params.id) }),
    take: async ({ app, operator, params }) => {
      await breaks.takeBreak(app, authorOf(operator), params.id);
      return { message: { key: 'reconciliation.taken' } };
    },
    colleagues: async ({ app }) => ({ data: await listColleagues(app) }),
    assign: async ({ app, operator, params, body }) => {
      const to = { operatorId: body.operator_id, at: app.clock.now() };
      await assignBreak(app, authorOf(operator), params.id, to);
      return { message: { key: 'reconciliation.assigned' } };
    },
    addEvidence: async ({ app, operator, params, file }) => {
      await addEvidence(app, authorOf(operator), params.id, file);
      return { message: { key: 'reconciliation.evidenceAdded' } };
    },
    evidence: ({ app, params }) => readEvidence(app, params.id, params.evidenceId),
    note: async ({ app, operator, params, body }) => {
      await breaks.addNote(app, authorOf(operator), params.id, body);
      return { message: { key: 'reconciliation.noted' } };
    },
    resolve: async ({ app, operator, params, body }) => {
      const end = await resolveBreak(app, operator, params.id, body.reason);
      return { message: { key: end === 'asked' ? 'ops-approvals.asked' : 'reconciliation.resolved' } };
    },
    bulk: async ({ app, operator, body }) => {
      const data = await changeMany(app, operator, body);
      const { done: count, failed } = data;
      const key = failed.length > 0 ? 'reconciliation.someChanged' : 'reconciliation.allChanged';
      return { data, message: { key, params: { count, failed: failed.length } } };
    },
    ask: ({ app, operator, params }) => askProcessor(app, authorOf(operator), params.id),
    match: async ({ app, operator, params, body }) => {
      await breaks.matchBreak(app, authorOf(operator), params.id, body.reference);
      return { message: { key: 'reconciliation.matched' } };
    },
  });
}
