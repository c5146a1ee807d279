import { KEY_PERMISSIONS } from '@daftar/contract/api-keys';
import { addBankAccount, listBankAccounts } from '../src/account/bank-accounts.ts';
import { saveBusinessInfo, saveStoreSettings } from '../src/account/business.ts';
import { startReceiving } from '../src/account/receiving.ts';
import { makeFurtherKey } from '../src/api-keys/service.ts';
import type { App, Caller } from '../src/platform/context.ts';

/** Besides the verified account, which receives settlements for a while (`bank.ts`). */
const SECOND_ACCOUNT = {
  bankAccountName: 'حِرف النيل',
  latinName: 'Nile Crafts',
  town: 'Cairo',
  bankAccountNumber: '200987654321',
  bankName: 'Commercial International Bank',
  bankBranch: 'المعادي',
  iban: '',
  swift: 'CIBEEGCX',
  optionalDocument: '',
};

/** Creates the demo's settings: contact, bank accounts, the store, and a key per mode that can only create links. */
export async function makeAccount(app: App, caller: Caller): Promise<void> {
  const address = '١٢ شارع ٢٦ يوليو، الزمالك، القاهرة';
  const mobile = '01001482573';
  await saveBusinessInfo(app, caller, {
    businessEmail: caller.email,
    businessPhone: mobile,
    businessAddress: address,
    businessDescription: 'Handmade ceramics, lamps and textiles from Upper Egypt',
  });
  // Settlements go to the balance at first, so that there is money to pay out.
  const [verified] = await listBankAccounts(app, caller);
  if (verified) await startReceiving(app, caller, verified.bankAccountId);
  await addBankAccount(app, caller, SECOND_ACCOUNT, null);
  await saveStoreSettings(app, caller, {
    storeContact: mobile,
    storeEmail: 'store@daftar.example',
    storeAddress: address,
    facebook: '',
    instagram: 'https://instagram.com/nile.crafts.example',
    twitter: '',
    linkedin: '',
  });
  const links = KEY_PERMISSIONS.filter((each) => each.includes('pay-link'));
  for (const mode of ['live', 'test'] as const) {
    await makeFurtherKey(app, { ...caller, mode }, { name: 'Instagram shop', permissions: links });
  }
}
