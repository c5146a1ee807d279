import type { BusinessType } from '@daftar/contract/kyc';

let serial = 0;

/** A valid form with a new number and address each time; `file` creates each of its files. */
export async function kycFields(
  type: BusinessType,
  file: () => Promise<string>,
): Promise<Record<string, string | number>> {
  serial += 1;
  const digits = String(serial).padStart(8, '0');
  const common = {
    mobileNumber: `011${digits}`,
    email: `kyc${digits}@example.com`,
    address: '٩ شارع النيل، المعادي',
    landMark: 'Beside the mosque',
    areaId: 17,
    businessServiceTypeId: 1,
    currencyId: 1,
    businessSubCategoryId: 5,
    description: 'Bread and cakes',
    logoPath: await file(),
    companyNameEn: 'El Nour Bakery',
    companyNameAr: 'مخبز النور',
    companyAddress: '9 Nile St, Maadi',
    companyWebsite: 'nour.example',
    signatoryName: 'Mona Adel',
    signatoryIdDocument: await file(),
    bankAccountName: 'El Nour Bakery',
    bankAccountNumber: '1000 2000 3000',
    bankName: 'Commercial International Bank',
    branchName: 'Maadi',
    iban: 'eg38 0019 0005 0000 0000 2631 8000 2',
  };
  if (type === 'individual') {
    return { ...common, ownerAddress: '9 Nile St', ownerAddressProofDocument: await file() };
  }
  return {
    ...common,
    companyMobile: '01012345678',
    companyEmail: 'office@nour.example',
    crNumber: '123456',
    crDocument: await file(),
    taxIdNumber: '123-456-789',
    taxIdDocument: await file(),
    signatoryPosition: 'Owner',
  };
}
