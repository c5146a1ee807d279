import { push } from '@daftar/contract/push';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The person's devices, and the key to subscribe under. */
export const usePushDevices = () => useQuery(queryOf(push.devices));

export const useRegisterDevice = () => useAction(push.register, { invalidates: [push.devices] });

export const useRemoveDevice = () =>
  useAction(push.remove, { invalidates: [push.devices], evenIfFailed: true });
