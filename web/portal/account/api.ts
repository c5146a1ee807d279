import { account } from '@daftar/contract/account';
import type { BusinessInfoFormInput, StoreSettingsFormInput } from '@daftar/contract/account-business';
import type {
  DefaultSettingsFormInput,
  IpListFormInput,
  WebhookUrls,
} from '@daftar/contract/account-settings';
import { apiKeys, type KeyFormInput, type RollFormInput } from '@daftar/contract/api-keys';
import type { CallInput } from '@daftar/contract/endpoint';
import { files } from '@daftar/contract/files';
import { invoices } from '@daftar/contract/invoices';
import { lookups } from '@daftar/contract/lookups';
import type { StepUp } from '@daftar/contract/step-up';
import { useQuery } from '@tanstack/react-query';
import { fileNameOf, saveFile } from '../../ui/download.ts';
import { call } from '../shared/call.ts';
import { invalidate, queryOf } from '../shared/query-client.ts';

export const useBusinessInfo = () => useQuery(queryOf(account.businessInfo));

export async function saveBusinessInfo(body: BusinessInfoFormInput) {
  const answer = await call(account.saveBusinessInfo, { body });
  await invalidate(account.businessInfo);
  return answer;
}

/** A stored picture, small, as an address for this page alone. */
export function useStoredPicture(path: string) {
  return useQuery({
    queryKey: ['stored-picture', path],
    queryFn: async ({ signal }) => {
      const answer = await call(files.storage, {
        params: { filePath: path },
        query: { size: 'small' },
        signal,
      });
      return URL.createObjectURL(await answer.data.blob());
    },
    enabled: path !== '',
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

export async function saveLogo(file: File) {
  const body = new FormData();
  body.append('file', file);
  const answer = await call(account.saveBusinessLogo, { body });
  await invalidate(account.businessInfo);
  return answer;
}

export async function removeLogo() {
  const answer = await call(account.removeBusinessLogo);
  await invalidate(account.businessInfo);
  return answer;
}

export const useBankAccounts = () => useQuery(queryOf(account.financialInfo));

const accountsChanged = () => invalidate(account.financialInfo);

export async function addBankAccount(body: FormData, idempotencyKey: string) {
  const answer = await call(account.addBankAccount, { body, idempotencyKey });
  await accountsChanged();
  return answer;
}

export async function updateBankAccount(body: FormData) {
  const answer = await call(account.updateBankAccount, { body });
  await accountsChanged();
  return answer;
}

export async function deleteBankAccount(bankAccountId: number, proof: StepUp) {
  const answer = await call(account.deleteBankAccount, { query: { bankAccountId }, body: proof });
  await accountsChanged();
  return answer;
}

/** Hands a stored document to the browser's downloads. */
export async function saveDocument(path: string): Promise<void> {
  const { data } = await call(files.storage, { params: { filePath: path } });
  saveFile(await data.blob(), fileNameOf(data, path));
}

/** Receives settlements from now on, or no more. */
export async function toggleReceiving(bankAccountId: number, proof: StepUp) {
  try {
    return await call(account.toggleReceiveSettlement, { body: { bankAccountId, ...proof } });
  } finally {
    await accountsChanged();
  }
}

export const useKeysInfo = () => useQuery(queryOf(apiKeys.info));
export const useKeys = () => useQuery(queryOf(apiKeys.list));

const keysChanged = () => invalidate(apiKeys.info, apiKeys.list);

export async function rollKey(body: RollFormInput) {
  const answer = await call(apiKeys.roll, { body });
  void keysChanged();
  return answer.data;
}

export async function createKey(body: KeyFormInput) {
  const answer = await call(apiKeys.create, { body });
  void keysChanged();
  return answer.data;
}

export async function revokeKey(id: number) {
  const answer = await call(apiKeys.revoke, { query: { id } });
  await keysChanged();
  return answer;
}

export const useWebhookUrls = () => useQuery(queryOf(account.webhookUrls));

export async function saveWebhookUrls(body: WebhookUrls & StepUp) {
  const answer = await call(account.saveWebhookUrls, { body });
  await invalidate(account.webhookUrls);
  return answer;
}

export const useDefaultSettings = () => useQuery(queryOf(account.defaultSettings));

export async function saveDefaultSettings(body: DefaultSettingsFormInput) {
  const answer = await call(account.saveDefaultSettings, { body });
  await invalidate(account.defaultSettings, account.formDefaults, lookups.paymentMethods);
  return answer;
}

export const useReminders = () => useQuery(queryOf(invoices.reminders));

export async function saveReminders(body: NonNullable<CallInput<typeof invoices.saveReminders>['body']>) {
  const answer = await call(invoices.saveReminders, { body });
  await invalidate(invoices.reminders);
  return answer;
}

export const useAddresses = () => useQuery(queryOf(account.ipList));

export async function saveAddresses(body: IpListFormInput) {
  const answer = await call(account.saveIpList, { body });
  await invalidate(account.ipList);
  return answer;
}

export const useStoreSettings = () => useQuery(queryOf(account.storeSettings));

export async function saveStoreSettings(body: StoreSettingsFormInput) {
  const answer = await call(account.saveStoreSettings, { body });
  await invalidate(account.storeSettings);
  return answer;
}
