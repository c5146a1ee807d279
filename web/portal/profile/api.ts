import { auth } from '@daftar/contract/auth';
import { profile } from '@daftar/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The signed-in person, fresh from the server. */
export const useOwnProfile = () => useQuery(queryOf(auth.me));
export const useOwnSessions = () => useQuery(queryOf(profile.sessions));
export const useTwoStep = () => useQuery(queryOf(profile.twoStep));
export const usePasskeys = () => useQuery(queryOf(profile.passkeys));

/** Prefetches the screen. */
export function prefetchProfile(): void {
  void queryClient.prefetchQuery(queryOf(profile.sessions));
  void queryClient.prefetchQuery(queryOf(profile.twoStep));
  void queryClient.prefetchQuery(queryOf(profile.passkeys));
}

/** A new password or address ends other sessions. */
export const useSaveProfile = () => useAction(profile.update, { invalidates: [auth.me, profile.sessions] });

const SIGNING_IN = {
  invalidates: [profile.sessions, profile.twoStep, profile.passkeys],
  evenIfFailed: true,
};

export const useEndSession = () => useAction(profile.endSession, SIGNING_IN);
export const useEndOtherSessions = () => useAction(profile.endOtherSessions, SIGNING_IN);
export const useAddPasskey = () => useAction(profile.addPasskey, SIGNING_IN);
export const useRenamePasskey = () => useAction(profile.renamePasskey, SIGNING_IN);
export const useRemovePasskey = () => useAction(profile.removePasskey, SIGNING_IN);
export const useEndTwoStep = () => useAction(profile.endTwoStep, SIGNING_IN);

/** Refetches the sign-in methods. */
export const waysInChanged = () => invalidate(profile.twoStep, profile.passkeys);
