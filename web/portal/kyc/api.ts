import { auth } from '@daftar/contract/auth';
import type { CallInput } from '@daftar/contract/endpoint';
import { files } from '@daftar/contract/files';
import { kyc } from '@daftar/contract/kyc';
import { useQuery } from '@tanstack/react-query';
import { call } from '../shared/call.ts';
import { invalidate, queryOf } from '../shared/query-client.ts';

const forGood = { staleTime: Number.POSITIVE_INFINITY };

export const useKycState = () => useQuery({ ...queryOf(kyc.state), staleTime: 0 });
export const usePrefill = () => useQuery(queryOf(kyc.businessInfo));
export const useGovernorates = () => useQuery({ ...queryOf(kyc.governorates), ...forGood });
export const useServiceTypes = () => useQuery({ ...queryOf(kyc.serviceTypes), ...forGood });
export const useCurrencies = () => useQuery({ ...queryOf(kyc.currencies), ...forGood });
export const useCategories = () => useQuery({ ...queryOf(kyc.categories), ...forGood });
export const useBanks = () => useQuery({ ...queryOf(kyc.banks), ...forGood });

export const useAreas = (governorateId: string) =>
  useQuery({
    ...queryOf(kyc.areas, { query: { GovernorateId: governorateId || '0' } }),
    ...forGood,
    enabled: governorateId !== '',
  });

export const useSubCategories = (categoryId: string) =>
  useQuery({
    ...queryOf(kyc.subCategories, { query: { CategoryId: categoryId || '0' } }),
    ...forGood,
    enabled: categoryId !== '',
  });

/** Saves a draft. */
export const saveDraft = (body: CallInput<typeof kyc.saveDraft>['body']) => call(kyc.saveDraft, { body });

/** Sends the form of a type; the account is under review afterwards. */
export async function submitKyc(
  type: 'corporate' | 'individual',
  body: Record<string, string>,
  idempotencyKey: string,
): Promise<void> {
  // Validated by the form's schema; missing fields are reported by the server in the same words.
  await call(kyc[type], { body: body as never, idempotencyKey });
  await invalidate(kyc.state, auth.me);
}

/** Uploads a document. @returns its stored path */
export async function uploadDocument(
  file: File,
  options: { signal: AbortSignal; onUpload: (fraction: number) => void },
): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  return (await call(kyc.documentUpload, { body, ...options })).data;
}

/** Reads a stored document, or a picture in a small size. */
export async function readDocument(path: string, size?: 'small'): Promise<Blob> {
  const query = size ? { query: { size } } : {};
  const { data } = await call(files.storage, { params: { filePath: path }, ...query });
  return data.blob();
}
