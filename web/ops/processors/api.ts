import { readWhole } from '@daftar/contract/numbers';
import {
  type CameBackForm,
  type Discrepancy,
  type LinkChargebackForm,
  opsDiscrepancies,
  type StandsForm,
  type UnnamedRefundForm,
} from '@daftar/contract/ops-discrepancies';
import {
  type AskAccountForm,
  type AskRotationForm,
  type ChangeProcessorForm,
  opsProcessors,
  type ProcessorCheck,
  type WaitingRefund,
} from '@daftar/contract/ops-processors';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch, useSavedList } from '../shared/query.ts';

export { refetchAll } from '../shared/query.ts';

/** The kinds of processors of this release, which stay the same. */
export const useAdapters = () =>
  useQuery({ ...queryOf(opsProcessors.adapters), staleTime: Number.POSITIVE_INFINITY });

export const useAccounts = () => useQuery(queryOf(opsProcessors.accounts));

export const useAccount = (id: string) =>
  useQuery(queryOf(opsProcessors.account, { params: { id: readWhole(id) ?? 0 } }));

/** What an account owes us by merchant; the table's state is in the screen. */
export function useClearing(id: number) {
  const { clearing, exportClearing } = opsProcessors;
  return useSavedList(clearing, exportClearing, 'ops-processor-clearing', { keep: 'screen', params: { id } });
}

export const addAccount = (body: z.input<typeof AskAccountForm>) =>
  thenRefetch(call(opsProcessors.add, { body }));

export const changeAccount = (id: number, body: z.input<typeof ChangeProcessorForm>) =>
  thenRefetch(call(opsProcessors.change, { params: { id }, body }));

export const rotateSecrets = (id: number, body: z.input<typeof AskRotationForm>) =>
  thenRefetch(call(opsProcessors.rotate, { params: { id }, body }));

/** Ask another operator to switch an account on. */
export const askToSwitchOn = (id: number, body: { reason?: string }) =>
  call(opsProcessors.switchOn, { params: { id }, body: { reason: body.reason ?? '' } });

export const switchOff = (id: number) => act(() => call(opsProcessors.switchOff, { params: { id } }));

/** Calls the processor with the credentials of an account. */
export const checkCredentials = async (id: number): Promise<ProcessorCheck> =>
  (await call(opsProcessors.check, { params: { id } })).data;

/** The list's state in the address and its rows. */
export function useNotifications() {
  const { notifications, exportNotifications } = opsProcessors;
  return useSavedList(notifications, exportNotifications, 'ops-processor-notifications');
}

/** A notification with what was received. */
export const useNotification = (id: number) =>
  useQuery(queryOf(opsProcessors.notification, { params: { id } }));

/** Process a notification, one of many or alone, once more. */
export const replayOne = (id: number) => call(opsProcessors.replay, { params: { id } });

/** Process a notification once more. @returns whether it is queued */
export const replayNotification = (id: number) => act(() => replayOne(id));

/** Refunds that wait for a person; the table's state is in the screen. */
export function useWaitingRefunds() {
  const { refunds, exportRefunds } = opsProcessors;
  return useSavedList(refunds, exportRefunds, 'ops-processor-refunds', { keep: 'screen' });
}

const refundOf = ({ merchant, id }: WaitingRefund) => ({ merchantId: merchant.id, id });

/** Book a refund as made. */
export const refundWasMade = (row: WaitingRefund, processor_refund_id: string) =>
  call(opsProcessors.decideRefund, { params: refundOf(row), body: { made: true, processor_refund_id } });

/** Ask a second operator to book a refund as not made. */
export const refundWasNotMade = (row: WaitingRefund, reason: string) =>
  call(opsProcessors.decideRefund, { params: refundOf(row), body: { made: false, reason } });

/** Discrepancies that wait for a person; the table's state is in the screen. */
export function useDiscrepancies() {
  const { list, export: file } = opsDiscrepancies;
  return useSavedList(list, file, 'ops-discrepancies', { keep: 'screen' });
}

const discrepancyOf = ({ merchant, id }: Discrepancy) => ({ params: { merchantId: merchant.id, id } });

/** Book the refund that the processor does not name. */
export const bookUnnamedRefund = (row: Discrepancy, body: z.input<typeof UnnamedRefundForm>) =>
  call(opsDiscrepancies.bookRefund, { ...discrepancyOf(row), body });

/** Ask a second operator to book that the money of a refund came back. */
export const refundCameBack = (row: Discrepancy, body: z.input<typeof CameBackForm>) =>
  call(opsDiscrepancies.cameBack, { ...discrepancyOf(row), body });

/** End a discrepancy by the chargeback that was opened for it. */
export const linkChargeback = (row: Discrepancy, body: z.input<typeof LinkChargebackForm>) =>
  call(opsDiscrepancies.linkChargeback, { ...discrepancyOf(row), body });

/** Leave our books as they are. */
export const letStand = (row: Discrepancy, body: z.input<typeof StandsForm>) =>
  call(opsDiscrepancies.stands, { ...discrepancyOf(row), body });
