/** What the application mounts and runs of account. */
export { addBankAccount, addVerifiedAccount, listBankAccounts, startReceiving } from './bank-accounts.ts';
export { saveBusinessInfo, saveStoreSettings } from './business.ts';
export { registerAccount } from './routes.ts';
