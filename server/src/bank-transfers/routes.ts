import { opsBankTransfers as endpoints } from '@daftar/contract/ops-bank-transfers';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { takeAnswer } from './answers.ts';
import * as batches from './batches.ts';
import { batchList, dueList, transferList } from './lists.ts';
import { setOptions } from './options.ts';
import { askRelease, downloadFile } from './release.ts';
import { downloadAnswer, readGiveBack, requestedList } from './requested.ts';

/** Mounts files of transfers to merchants' banks. */
export function registerBankTransfers(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    accounts: async ({ app }) => ({ data: await batches.listAccounts(app) }),
    addAccount: async ({ app, operator, body }) => {
      await batches.addAccount(app, operator, body);
      return { message: { key: 'bank-transfers.accountAdded' } };
    },
    setOptions: async ({ app, operator, params, body }) => {
      await setOptions(app, operator, params.id, body);
      return { message: { key: 'bank-transfers.optionsSet' } };
    },
    retireAccount: async ({ app, operator, params, body }) => {
      await batches.retireAccount(app, operator, params.id, body.current_password);
      return { message: { key: 'bank-transfers.accountRetired' } };
    },
    toTransfer: async ({ app }) => ({ data: await batches.readToTransfer(app) }),
    batches: ({ app, operator, query }) => batchList.page(app, operator, query.paging, query.filters),
    exportBatches: ({ app, operator, query }) => batchList.file(app, operator, query.paging, query.filters),
    due: ({ app, operator, query }) => dueList.page(app, operator, query.paging, query.filters),
    exportDue: ({ app, operator, query }) => dueList.file(app, operator, query.paging, query.filters),
    create: async ({ app, operator, body }) => {
      const id = await batches.createBatch(app, operator, body);
      return { data: { id }, message: { key: 'bank-transfers.created' } };
    },
    batch: async ({ app, params }) => ({ data: await batches.readBatch(app, params.id) }),
    transfers: ({ app, operator, params, query }) =>
      transferList.page(app, operator, query.paging, { ...query.filters, batch_id: params.id }),
    exportTransfers: ({ app, operator, params, query }) =>
      transferList.file(app, operator, query.paging, { ...query.filters, batch_id: params.id }),
    remove: async ({ app, operator, params }) => {
      await batches.removeTransfer(app, operator, params);
      return { message: { key: 'bank-transfers.removed' } };
    },
    cancel: async ({ app, operator, params }) => {
      await batches.cancelBatch(app, operator, params.id);
      return { message: { key: 'bank-transfers.canceled' } };
    },
    askRelease: async ({ app, operator, params, body }) => {
      await askRelease(app, operator, params.id, body.reason);
      return { message: { key: 'ops-approvals.asked' } };
    },
    download: ({ app, operator, params }) => downloadFile(app, operator, params.id),
    request: async ({ app, params }) => ({ data: await readGiveBack(app, params.id) }),
    requestedTransfers: ({ app, operator, params, query }) =>
      requestedList.page(app, operator, query.paging, { ...query.filters, request_id: params.id }),
    exportRequested: ({ app, operator, params, query }) =>
      requestedList.file(app, operator, query.paging, { ...query.filters, request_id: params.id }),
    requestedFile: ({ app, operator, params }) => downloadAnswer(app, operator, params.id),
    answer: async ({ app, operator, body, file }) => {
      const { answer: data, asks } = await takeAnswer(app, operator, file, body);
      const { applied, paid } = data;
      if (!applied) return { data };
      return {
        data,
        message: { key: `bank-transfers.${asks ? 'asked' : paid > 0 ? 'answered' : 'nothingNew'}` },
      };
    },
  });
}
