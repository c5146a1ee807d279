import {
  opsMerchants,
  type RatesForm,
  type ReasonForm,
  type ScheduleForm,
  type SuspendForm,
} from '@daftar/contract/ops-merchants';
import { opsReserve, type ReserveForm } from '@daftar/contract/ops-reserve';
import { opsVolumes, type VolumeForm } from '@daftar/contract/ops-volumes';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

type Reason = z.input<typeof ReasonForm>;

/** The list's state in the address, its rows and their file. */
export const useMerchants = () => useSavedList(opsMerchants.list, opsMerchants.export, 'ops-merchants');

/** Everything about one merchant. */
export const useMerchant = (id: string) => useQuery(queryOf(opsMerchants.details, { params: { id } }));

/** Suspend a merchant: it can no longer take payments or move money. */
export const suspendMerchant = (id: number, body: z.input<typeof SuspendForm>) =>
  call(opsMerchants.suspend, { params: { id }, body });

/** Ask another operator to resume a suspended merchant. */
export const askToResume = (id: number, body: Reason) => call(opsMerchants.resume, { params: { id }, body });

/** Ask another operator for the rates agreed with a merchant, by payment method. */
export const askForRates = (id: number, body: z.input<typeof RatesForm>) =>
  thenRefetch(call(opsMerchants.saveRates, { params: { id }, body }));

/** Save the days on which a merchant's money is settled. */
export const saveSchedule = (id: number, body: z.input<typeof ScheduleForm>) =>
  thenRefetch(call(opsMerchants.saveSchedule, { params: { id }, body }));

/** Hold a merchant's settlements. */
export const holdSettlements = (id: number, body: Reason) =>
  call(opsMerchants.hold, { params: { id }, body });

/** Ask another operator to resume a merchant's settlements. */
export const askToRelease = (id: number, body: Reason) =>
  call(opsMerchants.release, { params: { id }, body });

/** A merchant's rolling reserve, in both modes. */
export const useReserves = (id: number) => useQuery(queryOf(opsReserve.details, { params: { id } }));

/** Ask another operator to set, change or lift a merchant's rolling reserve. */
export const askForReserve = (id: number, body: z.input<typeof ReserveForm>) =>
  thenRefetch(call(opsReserve.ask, { params: { id }, body }));

/** What a merchant may take in a month, and has taken. */
export const useVolume = (id: number) => useQuery(queryOf(opsVolumes.details, { params: { id } }));

/** Lower a merchant's monthly limit, or ask another operator to raise it. */
export const saveVolumeLimit = (id: number, body: z.input<typeof VolumeForm>) =>
  thenRefetch(call(opsVolumes.save, { params: { id }, body }));

/** Turn off the owner's two-step sign-in. */
export const liftTwoStep = (id: number, body: Reason) =>
  call(opsMerchants.liftTwoStep, { params: { id }, body });

/** Let the owner sign in from any address again. */
export const liftAddresses = (id: number, body: Reason) =>
  call(opsMerchants.liftAddresses, { params: { id }, body });
