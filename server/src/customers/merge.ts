/** Merges two records of one customer, and archives customers. */
import { MERGES_MAXIMUM, type MergeFormValues, TAGS_OF_CUSTOMER } from '@daftar/contract/customer-page';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { CustomerMerged, CustomerNotFound, TooManyMerged } from './errors.ts';
import { mergedOf } from './rules.ts';
import { lockChangeable } from './service.ts';
import { lockBoth, STATE, writeState } from './store.ts';
import * as store from './store-merge.ts';

/**
 * Merges another customer into this one, in one transaction. Repeating it changes nothing.
 * @throws CustomerNotFound; CustomerMerged when either was merged meanwhile; TooManyMerged; InvalidError 422 with
 * more tags than a customer can have
 */
export function mergeCustomers(
  app: App,
  caller: Caller,
  id: number,
  { other: otherId, keep }: MergeFormValues,
): Promise<{ id: number }> {
  if (otherId === id) throw InvalidError.field('other', 'Invalid');
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const found = await lockBoth(tx, caller, [id, otherId]);
    const mine = found.find((each) => each.id === id);
    const other = found.find((each) => each.id === otherId);
    if (!mine || !other) throw new CustomerNotFound();
    if (mine.state === STATE.merged) throw new CustomerMerged();
    if (other.state === STATE.merged) {
      if ((await store.findSurvivor(tx, caller, otherId)) === id) return { id };
      throw new CustomerMerged();
    }
    if ((await store.countMerged(tx, caller, [id, otherId])) >= MERGES_MAXIMUM) throw new TooManyMerged();
    const merged = mergedOf(mine, other, keep);
    // No tag may be lost, and a customer with more tags than can be saved could not be edited back one by one.
    if (merged.kept.tags.length > TAGS_OF_CUSTOMER) throw InvalidError.field('other', 'TooManyTags');
    await store.mergeInto(tx, caller, { id, otherId }, merged, now);
    await recordAudit(tx, caller, now, {
      action: 'customer.merge',
      subject: `customer:${id}`,
      before: { ...factsOf(mine), merged: { id: otherId, ...factsOf(other) } },
      after: { ...merged.kept },
    });
    return { id };
  });
}

const factsOf = ({ state: _state, id: _id, ...facts }: Awaited<ReturnType<typeof lockBoth>>[number]) => facts;

/** Archives or restores a customer; repeating it changes nothing. @throws CustomerNotFound, CustomerMerged */
export function archiveCustomer(app: App, caller: Caller, id: number, isArchived: boolean): Promise<void> {
  const now = app.clock.now();
  const state = isArchived ? STATE.archived : STATE.active;
  return transaction(app.db, async (tx) => {
    const before = await lockChangeable(tx, caller, id);
    if (before.state === state) return;
    await writeState(tx, caller, id, state, now);
    await recordAudit(tx, caller, now, {
      action: isArchived ? 'customer.archive' : 'customer.unarchive',
      subject: `customer:${id}`,
      after: { name: before.name },
    });
  });
}
