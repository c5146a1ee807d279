import * as z from 'zod/mini';
import { MERCHANT_STATUS } from './auth.ts';
import { BankAccountFields } from './bank-accounts.ts';
import { mobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { FilePath, StoredFile } from './files.ts';
import { CURRENCY } from './lookups.ts';
import { codeOf, email, Id, oneCode, oneOf, paragraphs, reference, storable, text } from './text.ts';

export const BUSINESS_TYPES = { corporate: 1, individual: 2 } as const;
export type BusinessType = keyof typeof BUSINESS_TYPES;

/** Messages that the portal matches for values used by another merchant; always in English. */
export const KYC_DUPLICATES = {
  mobileNumber: 'Mobile Number is already taken',
  email: 'Email address is already taken',
} as const;

const isPath = (value: string) => FilePath.safeParse(value).success;
/** A path returned by `DocumentUpload`. */
const document = () =>
  z.string().check(
    z.minLength(1, { error: 'Required' }),
    z.refine((value: string) => value === '' || isPath(value), { error: 'FileUnknown' }),
  );
const optional = (valid: (value: string) => boolean, error: string, clean = (value: string) => value) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(255)))),
    z.transform((value: string | null | undefined, ctx): string => {
      const normal = clean(value ?? '');
      if (normal === '' || valid(normal)) return normal;
      ctx.issues.push({ code: 'custom', message: error, input: value });
      return z.NEVER;
    }),
  );

const parsedWebsite = z.url({ protocol: /^https?$/ });
const WEBSITE = /^https?:\/\/[^\s"<>\\^`{|}/][^\s"<>\\^`{|}/.]*\.[^\s"<>\\^`{|}]{2,}$/i;
/** Typed as `nour.example`; stored with its protocol. */
const website = optional(
  (value) => WEBSITE.test(value) && parsedWebsite.safeParse(value).success,
  'InvalidUrl',
  (value) => (value === '' || /^[a-z]+:/i.test(value) ? value : `https://${value}`),
);

/** The second step: contact data and business activity. */
export const KycContact = z.object({
  mobileNumber: mobile('Invalid'),
  email: email(),
  address: paragraphs(500),
  landMark: text(255),
  areaId: Id,
  businessServiceTypeId: Id,
  currencyId: oneCode(CURRENCY),
  businessSubCategoryId: Id,
  description: paragraphs(1000),
  /** Any kind of document; shown to payers if it is a picture. */
  logoPath: document(),
});

const { bankAccountName, bankAccountNumber, bankName, bankBranch, iban, swift } = BankAccountFields.shape;
const documents = {
  companyNameEn: text(150),
  companyNameAr: text(150),
  companyAddress: paragraphs(500),
  companyWebsite: website,
  signatoryName: text(150),
  signatoryIdDocument: document(),
  bankAccountName,
  bankAccountNumber,
  bankName,
  branchName: bankBranch,
  iban,
  swift,
  /** The bank's own document. */
  optionalDocument: optional(isPath, 'FileUnknown'),
};
const corporateDocuments = {
  ...documents,
  companyMobile: mobile('Invalid'),
  companyEmail: email(),
  crNumber: reference(50),
  crDocument: document(),
  taxIdNumber: reference(50),
  taxIdDocument: document(),
  signatoryPosition: text(150),
};
const individualDocuments = {
  ...documents,
  ownerAddress: paragraphs(500),
  ownerAddressProofDocument: document(),
};

/** A bank account without either cannot be paid to. */
const reachable = z.refine<{ iban: string; swift: string }>(
  ({ iban, swift }) => iban !== '' || swift !== '',
  { error: 'Required', path: ['iban'] },
);

/**
 * The third step without the rule that IBAN or SWIFT is required, because the screen lets the person choose one of
 * them.
 */
export const CorporateDocuments = z.object(corporateDocuments);
export const IndividualDocuments = z.object(individualDocuments);

export const CorporateForm = z.object({ ...KycContact.shape, ...corporateDocuments }).check(reachable);
export const IndividualForm = z.object({ ...KycContact.shape, ...individualDocuments }).check(reachable);
export type CorporateValues = z.output<typeof CorporateForm>;
export type IndividualValues = z.output<typeof IndividualForm>;

/** Fields of the second step, and of the third step by business type, by their names in the API. */
export const CONTACT_FIELDS = Object.keys(KycContact.shape) as (keyof typeof KycContact.shape)[];
export const DOCUMENTS_STEP_FIELDS = {
  corporate: Object.keys(corporateDocuments),
  individual: Object.keys(individualDocuments),
} as const satisfies Record<BusinessType, string[]>;
/** Fields that contain a stored file. */
export const DOCUMENT_FIELDS = [
  'logoPath',
  'signatoryIdDocument',
  'crDocument',
  'taxIdDocument',
  'ownerAddressProofDocument',
  'optionalDocument',
] as const;

/** Groups of fields: if one of a group is rejected, all of the group can be edited. */
export const FIELD_GROUPS: readonly (readonly string[])[] = [
  [
    'iban',
    'swift',
    'bankWay',
    'bankAccountName',
    'bankAccountNumber',
    'bankName',
    'branchName',
    'optionalDocument',
  ],
  ['areaId', 'governorateId'],
  ['businessSubCategoryId', 'businessCategoryId'],
];

/** Returns the fields that a rejection opens for editing; null if it names none, so that all are open. */
export function openFields(reasons: Readonly<Record<string, unknown>>): ReadonlySet<string> | null {
  const named = Object.keys(reasons);
  if (named.length === 0 || named.includes('businessType')) return null;
  const groups = FIELD_GROUPS.filter((group) => group.some((field) => named.includes(field)));
  return new Set([...named, ...groups.flat()]);
}

const Item = z.object({ id: z.number(), name: z.string() });
export const BankItem = z.object({
  id: z.number(),
  name: z.string(),
  /** Empty if no two sources agree. */
  bic: z.string(),
  /** The four-digit bank code in its IBANs; empty if unknown. */
  ibanCode: z.string(),
});
export type BankItem = z.output<typeof BankItem>;

/** The state of an activation request, with its saved or submitted values. */
export const KycState = z.object({
  /** The merchant's status: 0 registered, 1 under review, 2 rejected, 3 approved, 4 suspended. */
  status: codeOf(MERCHANT_STATUS),
  businessType: z.nullable(codeOf(BUSINESS_TYPES)),
  /** The step where the draft was saved, 1 to 3. */
  step: z.number(),
  fields: z.record(z.string(), z.string()),
  /** The submitted files, by path. */
  files: z.record(z.string(), StoredFile),
  /** The reasons for the rejection, by field. */
  reasons: z.record(z.string(), z.string()),
  /** The reason for the rejection if it concerns no single field, or the provider's message about a suspension. */
  reason: z.string(),
  submitted_at: z.nullable(z.string()),
});
export type KycState = z.output<typeof KycState>;

export const KycDraft = z.object({
  businessType: oneCode(BUSINESS_TYPES),
  step: oneOf([1, 2, 3]),
  /** As typed, valid or not. */
  fields: z.record(
    z.string().check(z.maxLength(64)),
    z.string().check(z.maxLength(2000), z.refine(storable, { error: 'Invalid' })),
  ),
});

const lookup = { method: 'GET', base: 'mode', access: 'signed-in', whenNotLive: true } as const;
const submit = {
  method: 'POST',
  base: 'mode',
  access: 'submit-kyc',
  whenNotLive: true,
  idempotent: true,
} as const;

export const kyc = defineEndpoints({
  documentUpload: {
    method: 'POST',
    path: '/merchant/DocumentUpload',
    base: 'mode',
    access: ['submit-kyc', 'view-settings', 'financial-settings'],
    whenNotLive: true,
    consumes: 'multipart',
    /** The stored path. */
    reply: data(z.string()),
  },
  corporate: { ...submit, path: '/merchant/Corporate', body: CorporateForm, reply: done },
  individual: { ...submit, path: '/merchant/Individual', body: IndividualForm, reply: done },
  state: {
    method: 'GET',
    path: '/merchant/Kyc/State',
    base: 'mode',
    access: 'submit-kyc',
    whenNotLive: true,
    reply: data(KycState),
  },
  saveDraft: {
    method: 'PUT',
    path: '/merchant/Kyc/Draft',
    base: 'mode',
    access: 'submit-kyc',
    whenNotLive: true,
    body: KycDraft,
    reply: done,
  },
  businessInfo: {
    ...lookup,
    path: '/merchant/BusinessInfo/Info',
    reply: data(z.object({ mobile: z.string(), email: z.string(), businessName: z.string() })),
  },
  governorates: { ...lookup, path: '/merchant/Governorate/List', reply: data(z.array(Item)) },
  areas: {
    ...lookup,
    path: '/merchant/Area/List',
    query: z.object({ GovernorateId: Id }),
    reply: data(z.array(Item)),
  },
  serviceTypes: { ...lookup, path: '/merchant/BusinessServiceType/List', reply: data(z.array(Item)) },
  currencies: {
    ...lookup,
    path: '/merchant/Currency/List',
    reply: data(z.array(z.object({ id: z.number(), currencyName: z.string() }))),
  },
  categories: { ...lookup, path: '/merchant/BusinessCategory/List', reply: data(z.array(Item)) },
  subCategories: {
    ...lookup,
    path: '/merchant/BusinessSubCategory/List',
    query: z.object({ CategoryId: Id }),
    reply: data(z.array(Item)),
  },
  banks: { ...lookup, path: '/merchant/Bank/List', reply: data(z.array(BankItem)) },
});
