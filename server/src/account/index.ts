/** Account settings' front door for the application. */
export { addBankAccount, addVerifiedAccount, listBankAccounts, startReceiving } from './bank-accounts.ts';
export { saveBusinessInfo, saveStoreSettings } from './business.ts';
export { registerAccount } from './routes.ts';
