import {
  isQueryOf,
  MAY_SHARE_VIEWS,
  type SavedView,
  type SavedViewChange,
  type SavedViewForm,
  VIEW_LISTS,
  VIEWS_MAXIMUM,
  type ViewList,
} from '@daftar/contract/saved-views';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { isPermitted } from '../platform/http/guard.ts';
import { ListNotSeen, MayNotShare, TooManyViews, ViewNotFound, viewTaken } from './errors.ts';
import * as store from './store.ts';

/** Requires permission to see the list of a view, which may contain personal data such as a payer's name. */
function mustSee(caller: Caller, list: ViewList): void {
  if (!isPermitted(VIEW_LISTS[list], caller)) throw new ListNotSeen();
}

/** Lists the caller's views of a list, and the shared ones. @throws ListNotSeen */
export async function listViews(app: App, caller: Caller, list: ViewList): Promise<SavedView[]> {
  mustSee(caller, list);
  const views = await store.listViews(app.db, caller, list);
  return views.map((view) => ({
    id: view.id,
    name: view.name,
    query: view.query,
    period: view.period,
    is_shared: view.isShared,
    is_mine: view.userId === caller.userId,
    saved_by: view.savedBy,
  }));
}

/** Saves a view. @throws ListNotSeen, MayNotShare, TooManyViews, InvalidError 422 when its name is taken */
export function saveView(app: App, caller: Caller, form: SavedViewForm): Promise<{ id: number }> {
  mustSee(caller, form.list);
  const { is_shared: isShared } = form;
  if (isShared && !caller.permissions.has(MAY_SHARE_VIEWS)) throw new MayNotShare();
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, caller);
    if ((await store.countViews(tx, caller, isShared)) >= VIEWS_MAXIMUM) throw new TooManyViews();
    const id = await store.insertView(tx, caller, form, now);
    if (id === null) throw viewTaken();
    if (isShared) {
      const { list, name, query } = form;
      const after = { list, name, query };
      await recordAudit(tx, caller, now, { action: 'saved-view.share', subject: `saved-view:${id}`, after });
    }
    return { id };
  });
}

/**
 * Renames a view, or changes its filters, order and period. A shared view requires the right to share.
 * @throws ViewNotFound, ListNotSeen, MayNotShare, InvalidError 422 when its name is taken or its list does not
 * support the change
 */
export function updateView(app: App, caller: Caller, id: number, change: SavedViewChange): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, caller);
    const view = await store.findView(tx, caller, id);
    if (!view) throw new ViewNotFound();
    mustSee(caller, view.list);
    if (view.isShared && !caller.permissions.has(MAY_SHARE_VIEWS)) throw new MayNotShare();
    const { name = view.name, query = view.query } = change;
    const period = change.query === undefined ? view.period : (change.period ?? null);
    if (!isQueryOf(view.list, query)) throw InvalidError.field('query', 'Invalid');
    const changed = { ...view, name, query, period };
    if (!(await store.updateView(tx, caller, changed))) throw viewTaken();
    if (view.isShared) {
      const { list } = view;
      await recordAudit(tx, caller, now, {
        action: 'saved-view.update',
        subject: `saved-view:${id}`,
        before: { list, name: view.name, query: view.query, period: view.period },
        after: { list, name, query, period },
      });
    }
  });
}

/** Deletes a view: the caller's own, or with permission a shared one. @throws ViewNotFound, ListNotSeen, MayNotShare */
export function deleteView(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, caller);
    const view = await store.findView(tx, caller, id);
    if (!view) throw new ViewNotFound();
    const isMine = view.userId === caller.userId;
    if (!isMine) mustSee(caller, view.list);
    if (!isMine && !caller.permissions.has(MAY_SHARE_VIEWS)) throw new MayNotShare();
    await store.deleteView(tx, caller, id);
    if (view.isShared) {
      const before = { list: view.list, name: view.name, query: view.query };
      await recordAudit(tx, caller, now, {
        action: 'saved-view.unshare',
        subject: `saved-view:${id}`,
        before,
      });
    }
  });
}
