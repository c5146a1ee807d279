import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { KycState } from '@daftar/contract/kyc';
import { describe, expect, test } from 'vitest';
import { begin, beginsAt, cleared, contactOf, documentsOf, wayRule } from './values.ts';

const known = { mobile: '01001234567', email: 'mona@nour.example', businessName: 'متجر النور' };
const state: KycState = {
  status: 0,
  businessType: null,
  step: 1,
  fields: {},
  files: {},
  reasons: {},
  reason: '',
  submitted_at: null,
};

describe('the activation form', () => {
  test('starts with the sign-up data, and a draft with what was entered', () => {
    const fresh = begin(state, known);
    expect(fresh.contact).toMatchObject({ mobileNumber: '1001234567', email: known.email, currencyId: '1' });
    expect(fresh.documents).toMatchObject({ companyNameAr: known.businessName, bankWay: 'iban' });
    const latin = begin(state, { ...known, businessName: 'Nour Store' });
    expect(latin.documents).toMatchObject({ companyNameEn: 'Nour Store', companyNameAr: '' });
    const draft = begin({ ...state, businessType: 2, fields: { email: '', swift: 'NBEGEGCX' } }, known);
    expect(draft.contact).toMatchObject({ mobileNumber: '', email: '' });
    expect(draft.documents).toMatchObject({ companyNameAr: '', bankWay: 'swift' });
  });

  test('sends mobile numbers with the leading zero, typed or not', () => {
    const sent = (mobileNumber: string) => contactOf({ mobileNumber }).mobileNumber;
    expect(['1001234567', '01001234567', '+20 100 123 4567', '١٠٠١٢٣٤٥٦٧', ''].map(sent)).toEqual([
      '01001234567',
      '01001234567',
      '+20 100 123 4567',
      '0١٠٠١٢٣٤٥٦٧',
      '',
    ]);
    expect(documentsOf('corporate', { companyMobile: '1112345678' }).companyMobile).toBe('01112345678');
    expect(documentsOf('individual', { companyMobile: '1112345678' })).not.toHaveProperty('companyMobile');
  });

  test('clears logo, governorate, category and documents when the business type changes, and nothing else', () => {
    const documents = ['signatoryIdDocument', 'crDocument', 'taxIdDocument', 'ownerAddressProofDocument'];
    const gone = ['logoPath', 'governorateId', 'areaId', 'businessCategoryId', 'businessSubCategoryId'];
    const names = [...gone, ...documents, 'optionalDocument'];
    const typed = Object.fromEntries([...names, 'address', 'iban', 'email'].map((name) => [name, 'x']));
    const left = Object.entries(cleared(typed)).filter(([, value]) => value !== '');
    expect(left.map(([name]) => name)).toEqual(['address', 'iban', 'email']);
  });

  test('begins where it was left, but of a refused request where the first correction is to be made', () => {
    const { rejected, underReview } = MERCHANT_STATUS;
    const begun = (status: KycState['status'], ...wrong: string[]) =>
      beginsAt({ step: 3, status, reasons: Object.fromEntries(wrong.map((name) => [name, 'Blurred'])) });
    expect(begun(underReview)).toBe(3);
    expect(begun(rejected)).toBe(3);
    expect(begun(rejected, 'iban')).toBe(3);
    expect(begun(rejected, 'iban', 'logoPath')).toBe(2);
    expect(begun(rejected, 'iban', 'businessType')).toBe(1);
  });

  test('requires and sends only the chosen one of IBAN and SWIFT', () => {
    expect(wayRule({ bankWay: 'iban', iban: ' ', swift: 'NBEGEGCX' })).toEqual({ iban: 'Required' });
    expect(wayRule({ bankWay: 'swift', iban: 'EG38', swift: '' })).toEqual({ swift: 'Required' });
    expect(wayRule({ bankWay: 'swift', swift: 'NBEGEGCX' })).toEqual({});
    expect(documentsOf('individual', { bankWay: 'swift', iban: 'EG38', swift: 'NBEGEGCX' })).toMatchObject({
      iban: '',
      swift: 'NBEGEGCX',
    });
  });
});
