import { opsDirectory } from '@daftar/contract/ops-directory';
import {
  type ChangeRoleForm,
  type InviteForm,
  type OperatorRoleForm,
  type OperatorRoleUpdateForm,
  opsOperators,
} from '@daftar/contract/ops-operators';
import type { OwnPassword } from '@daftar/contract/step-up';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

/** Everybody with access to the console: the list's state in the address and its rows. */
export const useOperators = () => useSavedList(opsOperators.list, opsOperators.export, 'ops-operators');

/** Invite somebody by e-mail. */
export const inviteOperator = (body: z.input<typeof InviteForm>) => call(opsOperators.invite, { body });

/** Send a new invitation; what signed in before does no longer. @returns whether it succeeded */
export const resetOperator = (id: number) => act(() => call(opsOperators.reset, { params: { id } }));

/** End somebody's access. @returns whether it succeeded */
export const disableOperator = (id: number) => act(() => call(opsOperators.disable, { params: { id } }));

/** Give somebody another role. */
export const changeRole = (id: number, body: z.input<typeof ChangeRoleForm>) =>
  call(opsOperators.changeRole, { params: { id }, body });

/** The built-in roles, then the custom ones. */
export const useRoles = () => useQuery(queryOf(opsOperators.roles));

/** Create a role, or change one with the caller's password. */
export function saveRole(
  id: number | null,
  body: OperatorRoleForm | z.input<typeof OperatorRoleUpdateForm>,
): Promise<{ message: string }> {
  const saved: Promise<{ message: string }> =
    id === null
      ? call(opsOperators.createRole, { body })
      : call(opsOperators.updateRole, { params: { id }, body });
  return thenRefetch(saved);
}

/** Delete a role that nobody has. @returns whether it succeeded */
export const deleteRole = (id: number) => act(() => call(opsOperators.deleteRole, { params: { id } }));

/** The company's directory, which keeps operators. */
export const useDirectory = () => useQuery(queryOf(opsDirectory.settings));

/** Make a token of the directory; a former one ends. */
export const makeDirectoryToken = (body: z.input<typeof OwnPassword>) =>
  thenRefetch(call(opsDirectory.makeToken, { body }));

/** End the token, and forget the groups. */
export const revokeDirectoryToken = (body: z.input<typeof OwnPassword>) =>
  thenRefetch(call(opsDirectory.revoke, { body }));
