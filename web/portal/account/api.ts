import { account } from '@daftar/contract/account';
import { apiKeys } from '@daftar/contract/api-keys';
import { brand } from '@daftar/contract/brand';
import { domains } from '@daftar/contract/domains';
import { embedding } from '@daftar/contract/embedding';
import type { CallInput } from '@daftar/contract/endpoint';
import { files } from '@daftar/contract/files';
import { invoices } from '@daftar/contract/invoices';
import { keyRequests } from '@daftar/contract/key-requests';
import { lookups } from '@daftar/contract/lookups';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileNameOf, saveFile } from '../../ui/download.ts';
import { call } from '../shared/call.ts';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

export const useBusinessInfo = () => useQuery(queryOf(account.businessInfo));

export const useSaveBusinessInfo = () =>
  useAction(account.saveBusinessInfo, { invalidates: [account.businessInfo] });

/** A stored picture, small, as an object URL. */
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

export const useSaveLogo = () =>
  useAction(
    (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(account.saveBusinessLogo, { body });
    },
    { invalidates: [account.businessInfo] },
  );

export const useRemoveLogo = () =>
  useAction(account.removeBusinessLogo, { invalidates: [account.businessInfo] });

export const useBrand = () => useQuery(queryOf(brand.get));

export const useSaveBrand = () => useAction(brand.save, { invalidates: [brand.get] });

/** What payers would see of a brand; the one before stays until it has come. */
export const useBrandPreview = (body: CallInput<typeof brand.preview>['body']) =>
  useQuery({ ...queryOf(brand.preview, { body }), placeholderData: keepPreviousData });

/** Uploads a cover. @returns its stored path */
export async function uploadCover(
  file: File,
  options: { signal: AbortSignal; onUpload: (fraction: number) => void },
): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  return (await call(brand.uploadCover, { body, ...options })).data.path;
}

/** Reads a stored picture, or one in a small size. */
export async function readPicture(path: string, size?: 'small'): Promise<Blob> {
  const query = size ? { query: { size } } : {};
  const { data } = await call(files.storage, { params: { filePath: path }, ...query });
  return data.blob();
}

export const useEmbedders = () => useQuery(queryOf(embedding.get));

export const useSaveEmbedders = () => useAction(embedding.save, { invalidates: [embedding.get] });

const DOMAIN = { invalidates: [domains.get] };

export const useDomain = () => useQuery(queryOf(domains.get));

export const useSaveDomain = () => useAction(domains.save, DOMAIN);

/** Has DNS asked now; that the record is not there yet changes nothing. */
export const useCheckDomain = () => useAction(domains.check, DOMAIN);

export const useRemoveDomain = () => useAction(domains.remove, DOMAIN);

export const useBankAccounts = () => useQuery(queryOf(account.financialInfo));

const ACCOUNTS = [account.financialInfo];

export const useAddBankAccount = () => useAction(account.addBankAccount, { invalidates: ACCOUNTS });

export const useUpdateBankAccount = () => useAction(account.updateBankAccount, { invalidates: ACCOUNTS });

export const useDeleteBankAccount = () => useAction(account.deleteBankAccount, { invalidates: ACCOUNTS });

/** Switches whether settlements are paid to an account. */
export const useToggleReceiving = () =>
  useAction(account.toggleReceiveSettlement, { invalidates: ACCOUNTS, evenIfFailed: true });

/** Downloads a stored document. */
export async function saveDocument(path: string): Promise<void> {
  const { data } = await call(files.storage, { params: { filePath: path } });
  saveFile(await data.blob(), fileNameOf(data, path));
}

export const useKeysInfo = () => useQuery(queryOf(apiKeys.info));
export const useKeys = () => useQuery(queryOf(apiKeys.list));

const KEYS = [apiKeys.info, apiKeys.list];

/** A program's request that waits under a code. */
export const useKeyRequest = (code: string) =>
  useQuery({ ...queryOf(keyRequests.read, { query: { code } }), enabled: code !== '' });

export const useApproveKeyRequest = () => useAction(keyRequests.approve, { invalidates: KEYS, quiet: true });

export const useRefuseKeyRequest = () => useAction(keyRequests.refuse, { quiet: true });

export const useRollKey = () => useAction(apiKeys.roll, { invalidates: KEYS });

export const useCreateKey = () => useAction(apiKeys.create, { invalidates: KEYS });

export const useSetKeyVersion = () => useAction(apiKeys.setVersion, { invalidates: KEYS });

export const useRevokeKey = () => useAction(apiKeys.revoke, { invalidates: KEYS });

export const useWebhookUrls = () => useQuery(queryOf(account.webhookUrls));

export const useSaveWebhookUrls = () =>
  useAction(account.saveWebhookUrls, { invalidates: [account.webhookUrls] });

export const useDefaultSettings = () => useQuery(queryOf(account.defaultSettings));

export const useSaveDefaultSettings = () =>
  useAction(account.saveDefaultSettings, {
    invalidates: [account.defaultSettings, account.formDefaults, lookups.paymentMethods],
  });

export const useReminders = () => useQuery(queryOf(invoices.reminders));

export const useSaveReminders = () =>
  useAction(invoices.saveReminders, { invalidates: [invoices.reminders] });

export const useAddresses = () => useQuery(queryOf(account.ipList));

export const useSaveAddresses = () => useAction(account.saveIpList, { invalidates: [account.ipList] });

export const useStoreSettings = () => useQuery(queryOf(account.storeSettings));

export const useSaveStoreSettings = () =>
  useAction(account.saveStoreSettings, { invalidates: [account.storeSettings] });
