import { companySignIn } from '@daftar/contract/company-sign-in';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

const CHANGED = { invalidates: [companySignIn.settings], evenIfFailed: true };

export const useCompanySignIn = () => useQuery(queryOf(companySignIn.settings));
export const useSaveCompany = () => useAction(companySignIn.save, CHANGED);
export const useCheckCompanyDomain = () => useAction(companySignIn.checkDomain, CHANGED);
export const useSetCompanyRule = () => useAction(companySignIn.setRule, CHANGED);
export const useSaveCompanyGroups = () => useAction(companySignIn.saveGroups, CHANGED);
export const useRemoveCompany = () => useAction(companySignIn.remove, CHANGED);
