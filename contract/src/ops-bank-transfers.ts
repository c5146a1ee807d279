import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import {
  BankAccountOfOurs,
  BankAccountOfOursForm,
  BankAccountOptionsForm,
} from './ops-bank-transfer-accounts.ts';
import { Answer, AnswerForm, GiveBackRequest, RequestedTransfer } from './ops-bank-transfer-answers.ts';
import {
  BATCHES,
  Batch,
  BatchForm,
  BatchRow,
  DUE,
  DueTransfer,
  ReleaseForm,
  ToTransfer,
  TRANSFERS,
  TransferRow,
} from './ops-bank-transfer-batches.ts';
import { listQuery } from './paging.ts';
import { OwnPassword } from './step-up.ts';
import { Id, IdParams } from './text.ts';

const base = 'fixed';
const access = 'ops:settlements';

/** Files of transfers to merchants' banks. */
export const opsBankTransfers = defineEndpoints({
  accounts: {
    method: 'GET',
    path: '/ops/bank-transfers/accounts',
    base,
    access,
    reply: data(z.array(BankAccountOfOurs)),
  },
  addAccount: {
    method: 'POST',
    path: '/ops/bank-transfers/accounts',
    base,
    access,
    body: BankAccountOfOursForm,
    stepUp: 'always',
    reply: done,
  },
  /**
   * Saves the requirements of an account's bank for transfer files, and the meanings of the statuses in its answers.
   * Files already written do not change.
   */
  setOptions: {
    method: 'PUT',
    path: '/ops/bank-transfers/accounts/:id/options',
    base,
    access,
    params: IdParams,
    body: BankAccountOptionsForm,
    stepUp: 'always',
    reply: done,
  },
  /** Retires an account: no new file is created for it. */
  retireAccount: {
    method: 'DELETE',
    path: '/ops/bank-transfers/accounts/:id',
    base,
    access,
    params: IdParams,
    body: OwnPassword,
    stepUp: 'always',
    reply: done,
  },
  toTransfer: {
    method: 'GET',
    path: '/ops/bank-transfers/to-transfer',
    base,
    access,
    reply: data(ToTransfer),
  },
  batches: {
    method: 'GET',
    path: '/ops/bank-transfers',
    base,
    access,
    query: listQuery(BATCHES),
    reply: list(BatchRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportBatches: {
    method: 'GET',
    path: '/ops/bank-transfers/export',
    base,
    access,
    query: exportQuery(BATCHES),
    reply: file,
  },
  /** Lists due transfers, the oldest first. */
  due: {
    method: 'GET',
    path: '/ops/bank-transfers/due',
    base,
    access,
    query: listQuery(DUE),
    reply: list(DueTransfer),
  },
  exportDue: {
    method: 'GET',
    path: '/ops/bank-transfers/due/export',
    base,
    access,
    query: exportQuery(DUE),
    reply: file,
  },
  /** Puts all due transfers into one file, which is a draft. */
  create: {
    method: 'POST',
    path: '/ops/bank-transfers',
    base,
    access,
    body: BatchForm,
    reply: data(z.object({ id: z.number() })),
  },
  batch: {
    method: 'GET',
    path: '/ops/bank-transfers/:id',
    base,
    access,
    params: IdParams,
    reply: data(Batch),
  },
  transfers: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/transfers',
    base,
    access,
    params: IdParams,
    query: listQuery(TRANSFERS),
    reply: list(TransferRow),
  },
  exportTransfers: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/transfers/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(TRANSFERS),
    reply: file,
  },
  /** Removes a transfer from a draft; its settlement or payout is due again. */
  remove: {
    method: 'DELETE',
    path: '/ops/bank-transfers/:id/transfers/:transferId',
    base,
    access,
    params: z.object({ id: Id, transferId: Id }),
    reply: done,
  },
  cancel: {
    method: 'POST',
    path: '/ops/bank-transfers/:id/cancel',
    base,
    access,
    params: IdParams,
    reply: done,
  },
  /** Writes the file and requests its release by a second operator. */
  askRelease: {
    method: 'POST',
    path: '/ops/bank-transfers/:id/release',
    base,
    access,
    params: IdParams,
    body: ReleaseForm,
    reply: done,
  },
  /** Returns the file once it is released. */
  download: {
    method: 'GET',
    path: '/ops/bank-transfers/:id/file',
    // Records who downloaded it.
    reads: 'primary',
    base,
    access,
    params: IdParams,
    reply: file,
  },
  /** Identified by the number of the approval, as are the next three calls. */
  request: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id',
    base,
    access,
    params: IdParams,
    reply: data(GiveBackRequest),
  },
  requestedTransfers: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/transfers',
    base,
    access,
    params: IdParams,
    query: listQuery(TRANSFERS),
    reply: list(RequestedTransfer),
  },
  exportRequested: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/transfers/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(TRANSFERS),
    reply: file,
  },
  /** Returns the bank's file, byte for byte as it was uploaded. */
  requestedFile: {
    method: 'GET',
    path: '/ops/bank-transfers/requests/:id/file',
    reads: 'primary',
    base,
    access,
    params: IdParams,
    reply: file,
  },
  answer: {
    method: 'POST',
    path: '/ops/bank-transfers/answers',
    base,
    access,
    consumes: 'multipart',
    body: AnswerForm,
    reply: data(Answer),
  },
});
