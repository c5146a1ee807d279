import { MERCHANT_STATUS } from '@daftar/contract/auth';
import {
  BUSINESS_TYPES,
  type BusinessType,
  CONTACT_FIELDS,
  DOCUMENTS_STEP_FIELDS,
  type KycState,
} from '@daftar/contract/kyc';
import { withoutZero, withZero } from '../../ui/mobile-typed.ts';

/** Typed values by their names in the API, plus the parent choices. */
export type Typed = Record<string, string>;

/** The steps that have something to fill in. */
export type Step = 1 | 2 | 3;
export const stepOf = (step: number): Step => (step === 2 || step === 3 ? step : 1);

/** The step that a field is in. */
export function stepOfField(name: string): Step {
  if (name === 'businessType') return 1;
  return CONTACT.includes(name) ? 2 : 3;
}

/** The step to begin with: where it was left, but of a refused request the first in which something is to be corrected. */
export function beginsAt({ step, status, reasons }: Pick<KycState, 'step' | 'status' | 'reasons'>): Step {
  const wrong = Object.keys(reasons).map(stepOfField);
  return status === MERCHANT_STATUS.rejected && wrong.length > 0 ? stepOf(Math.min(...wrong)) : stepOf(step);
}

const CONTACT = [...CONTACT_FIELDS, 'governorateId', 'businessCategoryId'];
const DOCUMENTS_STEP = [...DOCUMENTS_STEP_FIELDS.corporate, ...DOCUMENTS_STEP_FIELDS.individual, 'bankWay'];

/** What a change of type clears, besides the documents. */
const CLEARED = [
  'logoPath',
  'governorateId',
  'areaId',
  'businessCategoryId',
  'businessSubCategoryId',
  'signatoryIdDocument',
  'crDocument',
  'taxIdDocument',
  'ownerAddressProofDocument',
  'optionalDocument',
];

const pick = (typed: Typed, names: readonly string[]): Typed =>
  Object.fromEntries(names.map((name) => [name, typed[name] ?? '']));

/** Which of the two business names a name is, by its script. */
const nameField = (name: string) => (/\p{Script=Arabic}/u.test(name) ? 'companyNameAr' : 'companyNameEn');

/** The two forms of a draft; a new one starts with the data of sign-up. */
export function begin(
  state: KycState,
  known: { mobile: string; email: string; businessName: string },
): { contact: Typed; documents: Typed } {
  const fresh = state.businessType === null;
  const defaults = { currencyId: '1', bankWay: state.fields.iban || !state.fields.swift ? 'iban' : 'swift' };
  const prefill: Typed = fresh
    ? { mobileNumber: known.mobile, email: known.email, [nameField(known.businessName)]: known.businessName }
    : {};
  const typed = mobiles({ ...defaults, ...prefill, ...state.fields }, withoutZero);
  return { contact: pick(typed, CONTACT), documents: pick(typed, DOCUMENTS_STEP) };
}

/** Fields beside a shown +20. */
const MOBILE_FIELDS: readonly string[] = ['mobileNumber', 'companyMobile'];

const mobiles = (typed: Typed, change: (mobile: string) => string): Typed =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      MOBILE_FIELDS.includes(name) ? change(value) : value,
    ]),
  );

/** The values that remain when the type changes. */
export const cleared = (typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, CLEARED.includes(name) ? '' : value]),
  );

/** The third step for the API: only the chosen way to the account. */
export function documentsOf(type: BusinessType, documents: Typed): Typed {
  const taken = mobiles(pick(documents, DOCUMENTS_STEP_FIELDS[type]), withZero);
  return documents.bankWay === 'swift' ? { ...taken, iban: '' } : { ...taken, swift: '' };
}

/** The second step for the API. */
export const contactOf = (contact: Typed): Typed => mobiles(pick(contact, CONTACT_FIELDS), withZero);

/** The chosen way is required; its error is shown under it. */
export const wayRule = (documents: Typed): Record<string, string | undefined> => {
  const way = documents.bankWay === 'swift' ? 'swift' : 'iban';
  return (documents[way] ?? '').trim() === '' ? { [way]: 'Required' } : {};
};

/** A type of business by its number in the API; null without a choice. */
export const typeOf = (businessType: number | null): BusinessType | null =>
  businessType === null ? null : businessType === BUSINESS_TYPES.corporate ? 'corporate' : 'individual';
