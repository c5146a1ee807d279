import { LINK_STATUS } from '@daftar/contract/payment-links';

/** Whether a link may be made inactive by hand. The end states stay what they are. */
export function mayDeactivate(status: number): boolean {
  return status === LINK_STATUS.active;
}
