import { auth } from '@daftar/contract/auth';
import { type ProfileFormInput, profile } from '@daftar/contract/profile';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../shared/call.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';

/** The signed-in person as the server knows them now. */
export const useOwnProfile = () => useQuery(queryOf(auth.me));
export const useOwnSessions = () => useQuery(queryOf(profile.sessions));
export const useTwoStep = () => useQuery(queryOf(profile.twoStep));
export const usePasskeys = () => useQuery(queryOf(profile.passkeys));

/** Starts everything on the screen before it is drawn. */
export function prefetchProfile(): void {
  void queryClient.prefetchQuery(queryOf(profile.sessions));
  void queryClient.prefetchQuery(queryOf(profile.twoStep));
  void queryClient.prefetchQuery(queryOf(profile.passkeys));
}

export function useSaveProfile() {
  return useMutation({
    mutationFn: async (body: ProfileFormInput) => (await call(profile.update, { body })).message,
    // A new password or address ends other sessions.
    onSuccess: () => invalidate(auth.me, profile.sessions),
  });
}

/** One act on one's own account; what it touches is read anew, also after a refusal. */
export function useAccountAction() {
  return useMutation({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    onSettled: () => invalidate(profile.sessions, profile.twoStep, profile.passkeys),
  });
}

/** Reads anew how one signs in. */
export const waysInChanged = () => invalidate(profile.twoStep, profile.passkeys);
