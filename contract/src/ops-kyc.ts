import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file } from './envelope.ts';
import { FilePath, FileSize, StoredFile } from './files.ts';
import { Id, IdParams, text } from './text.ts';

/** The fields of a submission in reading order, each part with the documents that prove it. */
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

/** Merchants are told to expect an answer within so many hours. */
export const REVIEW_HOURS = 48;

export const WaitingMerchant = z.object({
  id: z.number(),
  name: z.string(),
  /** 1 company, 2 individual. */
  business_type: z.number(),
  submitted_at: z.string(),
});
export type WaitingMerchant = z.output<typeof WaitingMerchant>;

export const OpsSubmission = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(['submitted', 'approved', 'rejected']),
  business_type: z.number(),
  /** How often it was sent. A decision names the version that was read. */
  version: z.number(),
  submitted_at: z.nullable(z.string()),
  /** What was sent, by field. */
  fields: z.record(z.string(), z.string()),
  /** What the numbers among them stand for. */
  names: z.record(z.string(), z.string()),
  /** The files among them, by path. */
  files: z.record(z.string(), StoredFile),
  /** Why it was rejected, by field. */
  reasons: z.record(z.string(), z.string()),
});
export type OpsSubmission = z.output<typeof OpsSubmission>;

const known = (reasons: Record<string, string>) =>
  Object.keys(reasons).length > 0 && Object.keys(reasons).every((field) => KYC_FIELDS.includes(field));

/** What was read. A decision on any other version than the one that waits is refused with 409. */
const Version = z.int({ error: 'Required' }).check(z.positive({ error: 'Invalid' }));

export const ApproveForm = z.object({ version: Version });

/** Why, by field: those alone are open to the merchant again. */
export const RejectForm = z.object({
  version: Version,
  reasons: z.record(z.string(), text(500)).check(z.refine(known, { error: 'Required' })),
});

/** Merchants waiting for their activation to be reviewed. */
export const opsKyc = defineEndpoints({
  queue: {
    method: 'GET',
    path: '/ops/kyc',
    base: 'fixed',
    access: 'ops:kyc',
    /** Longest waiting first; 200 at most. */
    reply: data(z.array(WaitingMerchant)),
  },
  submission: {
    method: 'GET',
    path: '/ops/kyc/:id',
    base: 'fixed',
    access: 'ops:kyc',
    params: IdParams,
    reply: data(OpsSubmission),
  },
  /** One of the files that the submission names; no other of the merchant's. */
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
