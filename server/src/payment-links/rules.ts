import { LINK_STATUS, RETURN_URL_MAXIMUM } from '@daftar/contract/payment-links';

/** Returns the maximum amount that a payer may pay by a link, before fees and tax. */
export const largestAmount = (form: {
  amount: number;
  max_amount?: number | null | undefined;
  max_quantity: number;
}): number => form.max_amount ?? form.amount * form.max_quantity;

/** Returns whether a user may deactivate a link; final states do not change. */
export function mayDeactivate(status: number): boolean {
  return status === LINK_STATUS.active;
}

const OWN_MACHINE = new Set(['localhost', '127.0.0.1']);

/**
 * Returns a URL to which payers may be redirected, as browsers normalise it: https, or http on one's own machine in
 * test mode, without a user name or password.
 * @returns null for anything else
 */
export function returnUrlOf(typed: string, mode: 'live' | 'test'): string | null {
  if (!URL.canParse(typed)) return null;
  const { href, protocol, hostname, username, password } = new URL(typed);
  const isSafe =
    protocol === 'https:' || (mode === 'test' && protocol === 'http:' && OWN_MACHINE.has(hostname));
  return isSafe && username === '' && password === '' && href.length <= RETURN_URL_MAXIMUM ? href : null;
}
