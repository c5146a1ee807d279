import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { FilePath, FileSize, StoredFile } from './files.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, oneOf, paragraphs } from './text.ts';

/** The fields of a submission in reading order, each part with its documents. */
export const KYC_PARTS = {
  contact: ['mobileNumber', 'email', 'areaId', 'address', 'landMark'],
  business: ['businessServiceTypeId', 'businessSubCategoryId', 'currencyId', 'description', 'logoPath'],
  company: [
    'companyNameEn',
    'companyNameAr',
    'companyAddress',
    'companyWebsite',
    'companyMobile',
    'companyEmail',
    'crNumber',
    'taxIdNumber',
    'ownerAddress',
    'crDocument',
    'taxIdDocument',
    'ownerAddressProofDocument',
  ],
  signatory: ['signatoryName', 'signatoryPosition', 'signatoryIdDocument'],
  bank: [
    'bankName',
    'branchName',
    'bankAccountName',
    'bankAccountNumber',
    'iban',
    'swift',
    'optionalDocument',
  ],
} as const satisfies Record<string, readonly string[]>;
const KYC_FIELDS: readonly string[] = Object.values(KYC_PARTS).flat();

/** Merchants are told to expect an answer within this many hours. */
export const REVIEW_HOURS = 48;

/** The result of a request; a draft is not a request yet. */
export const REQUEST_STATES = ['submitted', 'approved', 'rejected'] as const;

export const ActivationRequest = z.object({
  /** The merchant's id. */
  id: z.number(),
  name: z.string(),
  email: z.string(),
  state: z.enum(REQUEST_STATES),
  /** 1 company, 2 individual. */
  business_type: z.number(),
  submitted_at: z.string(),
  /** True: it has been waiting for longer than merchants are told to expect. */
  is_late: z.boolean(),
  decided_at: z.nullable(z.string()),
});
export type ActivationRequest = z.output<typeof ActivationRequest>;

export const OpsSubmission = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(REQUEST_STATES),
  business_type: z.number(),
  /** The number of submissions. A decision names the version that was reviewed. */
  version: z.number(),
  submitted_at: z.nullable(z.string()),
  /** The submitted values by field. */
  fields: z.record(z.string(), z.string()),
  /** Names for the ids among them. */
  names: z.record(z.string(), z.string()),
  /** The submitted files, by path. */
  files: z.record(z.string(), StoredFile),
  /** The reasons for the rejection, by field. */
  reasons: z.record(z.string(), z.string()),
});
export type OpsSubmission = z.output<typeof OpsSubmission>;

const known = (reasons: Record<string, string>) =>
  Object.keys(reasons).length > 0 && Object.keys(reasons).every((field) => KYC_FIELDS.includes(field));

/** The version that was reviewed. A decision on any version but the waiting one is refused with 409. */
const Version = z.int({ error: 'Required' }).check(z.positive({ error: 'Invalid' }));

export const ApproveForm = z.object({ version: Version });

/** The reasons by field; only these fields can be edited again. */
export const RejectForm = z.object({
  version: Version,
  reasons: z.record(z.string(), paragraphs(500)).check(z.refine(known, { error: 'Required' })),
});

const QUEUE = {
  dialect: 'snake',
  sort: ['submitted_at'],
  defaultSort: 'submitted_at',
  defaultType: 'asc',
  filters: {
    /** Part of the merchant's name, e-mail or mobile; Arabic-aware. Or its number. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Waiting ones by default. */
    state: z.optional(z.enum(REQUEST_STATES, { error: 'Invalid' })),
    business_type: z.optional(oneOf([1, 2])),
    /** Only those that have been waiting for longer than merchants are told to expect. */
    late: z.optional(oneOf([1])),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Merchants whose activation request waits for review. */
export const opsKyc = defineEndpoints({
  queue: {
    method: 'GET',
    path: '/ops/kyc',
    base: 'fixed',
    access: 'ops:kyc',
    /** Longest waiting first. */
    query: listQuery(QUEUE),
    reply: list(ActivationRequest),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/kyc/export',
    base: 'fixed',
    access: 'ops:kyc',
    query: exportQuery(QUEUE),
    reply: file,
  },
  submission: {
    method: 'GET',
    path: '/ops/kyc/:id',
    base: 'fixed',
    access: 'ops:kyc',
    params: IdParams,
    reply: data(OpsSubmission),
  },
  /** Returns a file of the submission, but no other file of the merchant. */
  document: {
    method: 'GET',
    path: '/ops/kyc/:id/files/:filePath',
    base: 'fixed',
    access: 'ops:kyc',
    params: z.object({ id: Id, filePath: FilePath }),
    query: FileSize,
    reply: file,
  },
  approve: {
    method: 'POST',
    path: '/ops/kyc/:id/approve',
    base: 'fixed',
    access: 'ops:kyc',
    params: IdParams,
    body: ApproveForm,
    reply: done,
  },
  reject: {
    method: 'POST',
    path: '/ops/kyc/:id/reject',
    base: 'fixed',
    access: 'ops:kyc',
    params: IdParams,
    body: RejectForm,
    reply: done,
  },
});
