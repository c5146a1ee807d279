import { auth } from '@daftar/contract/auth';
import type { StepUp } from '@daftar/contract/step-up';
import { type RoleUpdateFormInput, team, type UserProvenFormInput } from '@daftar/contract/team';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The table of people: its state in the address, and its rows. */
export function useUsers() {
  const search = useListSearch(team.users, 'users');
  return { search, query: useListQuery(team.users, search) };
}

/** Starts loading the screen at an address before it is drawn. */
export function prefetchTeam(address: Record<string, string>): void {
  prefetchList(team.users, 'users', address);
  void queryClient.prefetchQuery(queryOf(team.roles));
  void queryClient.prefetchQuery(queryOf(team.insight));
  void queryClient.prefetchQuery(queryOf(team.twoStepPolicy));
}

export const useRoles = () => useQuery(queryOf(team.roles));
export const useTwoStepPolicy = () => useQuery(queryOf(team.twoStepPolicy));
export const useInsight = () => useQuery(queryOf(team.insight));
export const usePermissionGroups = () =>
  useQuery({ ...queryOf(team.permissions), staleTime: Number.POSITIVE_INFINITY });

/** What a role allows; asked for when it is edited, and never from memory: somebody else may have changed it. */
export const useRolePermissions = (id: number | null) =>
  useQuery({
    ...queryOf(team.rolePermissions, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
  });

/** Asks two-step sign-in of everybody, or no longer; also after a refusal it is read anew how it stands. */
export function useSetTwoStepPolicy() {
  return useMutation({
    mutationFn: async (body: { required: boolean; current_password: string }) =>
      (await call(team.setTwoStepPolicy, { body })).message,
    onSettled: () => invalidate(team.twoStepPolicy),
  });
}

/** Roles carry counts and faces, rows the names of roles, and one may have changed one's own. */
const teamChanged = () => invalidate(team.users, team.roles, team.insight, team.twoStepPolicy, auth.me);

interface Creation<Body> {
  body: Body;
  idempotencyKey: string;
}

export function useSaveRole(id: number | null) {
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: Creation<RoleUpdateFormInput>) =>
      id === null
        ? (await call(team.createRole, { body, idempotencyKey })).message
        : (await call(team.updateRole, { params: { id }, body })).message,
    onSuccess: teamChanged,
  });
}

export function useSaveUser(id: number | null) {
  return useMutation({
    mutationFn: async ({ body, idempotencyKey }: Creation<UserProvenFormInput>) =>
      id === null
        ? (await call(team.createUser, { body, idempotencyKey })).message
        : (await call(team.updateUser, { params: { id }, body })).message,
    onSuccess: teamChanged,
  });
}

/** Deleting, switching on and off, inviting again: what a row or a card does. Also after a refusal the list is read anew. */
export function useTeamAction() {
  return useMutation({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    onSettled: teamChanged,
  });
}

export const deleteRole = (id: number) => () => call(team.deleteRole, { params: { id } });
/** The secret keys that end when somebody goes. */
export const keysOf = async (id: number) => (await call(team.userKeys, { params: { id } })).data;

export const deleteUser = (id: number, kept: readonly number[]) => () =>
  call(team.deleteUser, {
    params: { id },
    query: kept.length > 0 ? { keep_keys: kept.join(',') } : {},
  });
export const stopAddress = (id: number) => () => call(team.stopAddress, { params: { id } });
export const inviteAgain = (id: number) => () => call(team.inviteAgain, { params: { id } });
export const setStatus =
  (id: number, is_active: boolean, keep_keys: number[] = [], proof: StepUp = {}) =>
  () =>
    call(team.setStatus, { params: { id }, body: { is_active, keep_keys, ...proof } });

/** A role as it is now, to compare with what was seen of it. */
export async function readRole(id: number) {
  const permissions = (await call(team.rolePermissions, { params: { id } })).data.map((each) => each.id);
  const role = (await call(team.roles)).data.find((each) => each.id === id);
  return role ? { name_ar: role.name_ar, name_en: role.name_en, permissions } : null;
}
