import { LINK_STATUS } from '@daftar/contract/payment-links';

/** The most that a payer may pay by a link, before fees and tax. */
export const largestAmount = (form: {
  amount: number;
  max_amount?: number | null | undefined;
  max_quantity: number;
}): number => form.max_amount ?? form.amount * form.max_quantity;

/** Whether a link may be deactivated by a user; final states do not change. */
export function mayDeactivate(status: number): boolean {
  return status === LINK_STATUS.active;
}
