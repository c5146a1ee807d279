import { isDeepStrictEqual } from 'node:util';
import type { IpList, IpListForm } from '@daftar/contract/account-settings';
import { toLatinDigits } from '@daftar/contract/text';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import { announceChange } from '../auth/principals.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import * as merchants from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { isWithin, parseRange, rangesOf } from '../platform/http/addresses.ts';
import { badAddresses, WouldLockOut } from './errors.ts';
import { entriesOf } from './rules.ts';
import * as store from './store.ts';

/** Returns the allowed addresses, and the address that this call came from. */
export async function getAddresses(app: App, caller: Caller): Promise<IpList> {
  const { ips, portal } = await store.getAddresses(app.db, caller);
  return { ips, portal, your_address: caller.address };
}

/** Returns whether saving this list would cause the caller's next call to be refused. */
function locksOut(caller: Caller, { ips, portal }: store.AddressList): boolean {
  return portal && ips.length > 0 && !isWithin(caller.address, rangesOf(ips));
}

/**
 * Replaces the allowed addresses of API keys and, when the portal is included, of people; effective from the next call.
 * Requires step-up and tells every owner.
 * @throws InvalidError 422 naming each bad entry, or for a wrong password; WouldLockOut when the caller would be locked
 * out and has not confirmed it.
 */
export async function saveAddresses(
  app: App,
  caller: Caller,
  form: z.output<typeof IpListForm>,
): Promise<void> {
  const ips = entriesOf(form.ips.map(toLatinDigits));
  const bad = ips.filter((entry) => parseRange(entry) === null);
  if (bad.length > 0) throw badAddresses(bad);
  const afterOf = (before: store.AddressList) => {
    const after = { ips, portal: form.portal ?? before.portal };
    if (locksOut(caller, after) && !form.lock_me_out) throw new WouldLockOut(caller.address);
    return { after, changes: !isDeepStrictEqual(after, { ...before }) };
  };
  const { changes: isAsked } = afterOf(await store.getAddresses(app.db, caller));
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, form));
  await transaction(app.db, async (tx) => {
    const before = await store.getAddresses(tx, caller, true);
    const { after, changes } = afterOf(before);
    proven.recheck(changes);
    if (changes) {
      await notifyOwners({ ...app, db: tx }, caller, {
        kind: 'addresses-changed',
        href: '/account-settings?tab=addresses',
      });
    }
    await merchants.setAllowedAddresses(tx, caller.merchantId, after);
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'account.addresses',
      subject: `merchant:${caller.merchantId}`,
      before: { ...before },
      after,
    });
    await announceChange(tx, { merchantId: caller.merchantId });
  });
}

/**
 * Lets a merchant's people sign in from every address again; API keys stay restricted.
 * @returns false when people were not restricted.
 */
export async function openPortal(tx: Tx, merchant: { merchantId: number }): Promise<boolean> {
  const before = await store.getAddresses(tx, merchant, true);
  if (!before.portal) return false;
  await merchants.setAllowedAddresses(tx, merchant.merchantId, { ...before, portal: false });
  await announceChange(tx, { merchantId: merchant.merchantId });
  return true;
}
