import {
  MAY_SHARE_OPS_VIEWS,
  OPS_VIEW_LISTS,
  OPS_VIEWS_MAXIMUM,
  type OpsSavedView,
  type OpsSavedViewForm,
  type OpsViewList,
} from '@daftar/contract/ops-saved-views';
import { recordProviderAudit } from '../../audit/record.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { authorOf } from '../by.ts';
import { MayNotShare, TooManyViews, ViewNotFound, viewTaken } from './errors.ts';
import * as store from './store.ts';

/** A view may contain personal data, such as a payer's name, so shared ones require permission to see the list. */
const seesShared = (operator: Operator, list: OpsViewList): boolean =>
  operator.reads.has(OPS_VIEW_LISTS[list].access);
const mayShare = (operator: Operator): boolean => operator.permissions.has(MAY_SHARE_OPS_VIEWS);

/** Lists the operator's views of a list and, if they may see it, the shared ones. */
export async function listViews(app: App, operator: Operator, list: OpsViewList): Promise<OpsSavedView[]> {
  const views = await store.listViews(app.db, operator, list, seesShared(operator, list));
  return views.map(({ id, name, query, period, columns, isShared, operatorId, savedBy }) => ({
    ...{ id, name, query, period, columns },
    is_shared: isShared,
    is_mine: operatorId === operator.operatorId,
    saved_by: savedBy,
  }));
}

/** Saves a view. @throws MayNotShare, TooManyViews, InvalidError 422 when its name is taken */
export function saveView(app: App, operator: Operator, form: OpsSavedViewForm): Promise<{ id: number }> {
  const { list, name, query, is_shared: isShared } = form;
  if (isShared && !(mayShare(operator) && seesShared(operator, list))) throw new MayNotShare();
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx);
    if ((await store.countViews(tx, operator, isShared)) >= OPS_VIEWS_MAXIMUM) throw new TooManyViews();
    const id = await store.insertView(tx, operator, form, now);
    if (id === null) throw viewTaken();
    if (isShared) {
      const after = { list, name, query };
      await recordProviderAudit(tx, authorOf(operator), now, {
        action: 'saved-view.share',
        subject: `saved-view:${id}`,
        after,
      });
    }
    return { id };
  });
}

/**
 * Finds one of the operator's views, once others are locked out; one that they may not see is not found.
 * @throws ViewNotFound
 */
async function lockedView(tx: Tx, operator: Operator, id: number): Promise<store.View> {
  await store.lockViews(tx);
  const view = await store.findView(tx, operator, id);
  const isMine = view?.operatorId === operator.operatorId;
  if (!view || !(isMine || seesShared(operator, view.list))) throw new ViewNotFound();
  return view;
}

/**
 * Renames a view: the operator's own, or, with the right to share, a shared one.
 * @throws ViewNotFound, MayNotShare, InvalidError 422 when the name is taken
 */
export function renameView(app: App, operator: Operator, id: number, name: string): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const view = await lockedView(tx, operator, id);
    if (view.isShared && !mayShare(operator)) throw new MayNotShare();
    if (!(await store.renameView(tx, view, name))) throw viewTaken();
    if (view.isShared) {
      await recordProviderAudit(tx, authorOf(operator), now, {
        action: 'saved-view.update',
        subject: `saved-view:${id}`,
        before: { list: view.list, name: view.name },
        after: { list: view.list, name },
      });
    }
  });
}

/** Deletes a view: the operator's own, or, with the right to share, a shared one. @throws ViewNotFound, MayNotShare */
export function deleteView(app: App, operator: Operator, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const view = await lockedView(tx, operator, id);
    if (view.operatorId !== operator.operatorId && !mayShare(operator)) throw new MayNotShare();
    await store.deleteView(tx, view);
    if (view.isShared) {
      const before = { list: view.list, name: view.name, query: view.query };
      await recordProviderAudit(tx, authorOf(operator), now, {
        action: 'saved-view.unshare',
        subject: `saved-view:${id}`,
        before,
      });
    }
  });
}
