import {
  OPS_VIEWS_MAXIMUM,
  type OpsSavedView,
  type OpsSavedViewForm,
  type OpsViewList,
} from '@daftar/contract/ops-saved-views';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { TooManyViews, ViewNotFound, viewTaken } from './errors.ts';
import * as store from './store.ts';

/** Lists the operator's views of a list. */
export const listViews = (app: App, operator: Operator, list: OpsViewList): Promise<OpsSavedView[]> =>
  store.listViews(app.db, operator, list);

/** Keeps a view. @throws TooManyViews, InvalidError 422 when its name is taken */
export function saveView(app: App, operator: Operator, form: OpsSavedViewForm): Promise<{ id: number }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, operator);
    if ((await store.countViews(tx, operator)) >= OPS_VIEWS_MAXIMUM) throw new TooManyViews();
    const id = await store.insertView(tx, operator, form, now);
    if (id === null) throw viewTaken();
    return { id };
  });
}

/** Gives one of the operator's views another name. @throws ViewNotFound, InvalidError 422 when it is taken */
export function renameView(app: App, operator: Operator, id: number, name: string): Promise<void> {
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, operator);
    const list = await store.findList(tx, operator, id);
    if (!list) throw new ViewNotFound();
    if (!(await store.renameView(tx, operator, { id, list, name }))) throw viewTaken();
  });
}

/** Removes one of the operator's views. @throws ViewNotFound */
export function deleteView(app: App, operator: Operator, id: number): Promise<void> {
  return transaction(app.db, async (tx) => {
    await store.lockViews(tx, operator);
    if (!(await store.deleteView(tx, operator, id))) throw new ViewNotFound();
  });
}
