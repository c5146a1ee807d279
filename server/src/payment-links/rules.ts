import { LINK_STATUS } from '@daftar/contract/payment-links';

/** Whether a link may be deactivated by a user; final states do not change. */
export function mayDeactivate(status: number): boolean {
  return status === LINK_STATUS.active;
}
