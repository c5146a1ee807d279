/** Exports what the application mounts and runs for account. */
export { addBankAccount, addVerifiedAccount, listBankAccounts, startReceiving } from './bank-accounts.ts';
export { saveBusinessInfo, saveStoreSettings } from './business.ts';
export { registerAccount } from './routes.ts';
