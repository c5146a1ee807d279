import { type InviteForm, opsOperators } from '@daftar/contract/ops-operators';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf } from '../shared/query.ts';

/** Everybody with access to the console. */
export const useOperators = () => useQuery(queryOf(opsOperators.list));

/** Invite somebody by e-mail. */
export const inviteOperator = (body: z.input<typeof InviteForm>) => call(opsOperators.invite, { body });

/** Send a new invitation; what signed in before does no longer. @returns whether it succeeded */
export const resetOperator = (id: number) => act(() => call(opsOperators.reset, { params: { id } }));

/** End somebody's access. @returns whether it succeeded */
export const disableOperator = (id: number) => act(() => call(opsOperators.disable, { params: { id } }));
