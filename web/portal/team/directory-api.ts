import { scim } from '@daftar/contract/scim';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

const CHANGED = { invalidates: [scim.settings], evenIfFailed: true };

export const useDirectory = () => useQuery(queryOf(scim.settings));
export const useMakeDirectoryToken = () => useAction(scim.makeToken, CHANGED);
export const useSetStartingRole = () => useAction(scim.setRole, CHANGED);
export const useRevokeDirectory = () => useAction(scim.revoke, CHANGED);
