/** Serialises changes of operators and their roles. */
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { ForbiddenError } from '../../platform/http/errors.ts';
import { BeyondYours } from '../errors.ts';
import { holdsAll, type Powers, powersOf } from './rules.ts';
import * as store from './store.ts';

/** A running change, with every operator locked. */
export interface Change {
  tx: Tx;
  now: Date;
  all: store.OperatorRow[];
  /** The operator who makes it, in their current state. */
  self: store.OperatorRow;
  held: Powers;
}

/** Changes operators or roles in a transaction. @throws ForbiddenError when the caller has lost the permission meanwhile */
export function changeOperators<T>(app: App, by: Operator, work: (change: Change) => Promise<T>): Promise<T> {
  return transaction(app.db, async (tx) => {
    const all = await store.lockOperators(tx);
    const self = all.find(({ id }) => id === by.operatorId);
    const held = self && powersOf(self);
    if (!self || self.disabledAt !== null || !held?.permissions.has('ops:operators'))
      throw new ForbiddenError();
    return work({ tx, now: app.clock.now(), all, self, held });
  });
}

/** Checks that the caller holds all these powers. @throws BeyondYours */
export function requireHeld({ held }: Change, asked: Powers): void {
  if (!holdsAll(held, asked)) throw new BeyondYours();
}
