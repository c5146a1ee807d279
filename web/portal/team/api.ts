import { auth } from '@daftar/contract/auth';
import { companySignIn } from '@daftar/contract/company-sign-in';
import { scim } from '@daftar/contract/scim';
import { type RoleUpdateFormInput, team, type UserProvenFormInput } from '@daftar/contract/team';
import { useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The table of people: its state in the address, and its rows. */
export function useUsers() {
  const search = useListSearch(team.users, 'users');
  return { search, query: useListQuery(team.users, search) };
}

/** Prefetches the screen at an address. */
export function prefetchTeam(address: Record<string, string>): void {
  prefetchList(team.users, 'users', address);
  void queryClient.prefetchQuery(queryOf(team.roles));
  void queryClient.prefetchQuery(queryOf(team.insight));
  void queryClient.prefetchQuery(queryOf(team.twoStepPolicy));
  void queryClient.prefetchQuery(queryOf(companySignIn.settings));
  void queryClient.prefetchQuery(queryOf(scim.settings));
}

export const useRoles = () => useQuery(queryOf(team.roles));
export const useTwoStepPolicy = () => useQuery(queryOf(team.twoStepPolicy));
export const useInsight = () => useQuery(queryOf(team.insight));
export const usePermissionGroups = () =>
  useQuery({ ...queryOf(team.permissions), staleTime: Number.POSITIVE_INFINITY });

/** A role's permissions, loaded fresh when it is edited, because somebody else may have changed it. */
export const useRolePermissions = (id: number | null) =>
  useQuery({
    ...queryOf(team.rolePermissions, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
  });

/** Requires two-step sign-in of everybody, or no longer. */
export const useSetTwoStepPolicy = () =>
  useAction(team.setTwoStepPolicy, { invalidates: [team.twoStepPolicy], evenIfFailed: true });

/** Roles show counts and pictures, rows the names of roles, and one's own role may have changed. */
const TEAM = [team.users, team.roles, team.insight, team.twoStepPolicy, auth.me];

interface Submission<Body> {
  body: Body;
  idempotencyKey: string;
}

/** Creates a role, or changes the one with this id. */
export const useSaveRole = (id: number | null) =>
  useAction(
    async ({ body, idempotencyKey }: Submission<RoleUpdateFormInput>): Promise<{ message: string }> =>
      id === null
        ? call(team.createRole, { body, idempotencyKey })
        : call(team.updateRole, { params: { id }, body }),
    { invalidates: TEAM },
  );

/** Invites a person, or changes the one with this id. */
export const useSaveUser = (id: number | null) =>
  useAction(
    async ({ body, idempotencyKey }: Submission<UserProvenFormInput>): Promise<{ message: string }> =>
      id === null
        ? call(team.createUser, { body, idempotencyKey })
        : call(team.updateUser, { params: { id }, body }),
    { invalidates: TEAM },
  );

const CHANGED = { invalidates: TEAM, evenIfFailed: true };

export const useDeleteRole = () => useAction(team.deleteRole, CHANGED);
export const useDeleteUser = () => useAction(team.deleteUser, CHANGED);
export const useStopAddress = () => useAction(team.stopAddress, CHANGED);
export const useInviteAgain = () => useAction(team.inviteAgain, CHANGED);
export const useSetStatus = () => useAction(team.setStatus, CHANGED);

/** Lets this session see the portal as a role does. What is shown has to be loaded anew. */
export const useViewAs = () => useAction(team.viewAs);

/** The secret keys that end with a person. */
export const keysOf = async (id: number) => (await call(team.userKeys, { params: { id } })).data;

/** A role as it is now, to compare with what was seen of it. */
export async function readRole(id: number) {
  const permissions = (await call(team.rolePermissions, { params: { id } })).data.map((each) => each.id);
  const role = (await call(team.roles)).data.find((each) => each.id === id);
  return role ? { name_ar: role.name_ar, name_en: role.name_en, permissions } : null;
}
