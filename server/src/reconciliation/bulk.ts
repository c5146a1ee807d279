/** Changes many breaks at once. */
import type { BulkForm, BulkResult } from '@daftar/contract/ops-reconciliation';
import type { App } from '../platform/context.ts';
import { AppError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addNote, resolveBreak, takeBreak } from './breaks.ts';
import type { Importer } from './import.ts';

/** Changes each break in a transaction of its own. @returns how many were changed, and why the others were not */
export async function changeMany(
  app: App,
  by: Importer,
  { ids, action, text = '' }: BulkForm,
): Promise<BulkResult> {
  const change = (id: number) => {
    if (action === 'take') return takeBreak(app, by, id);
    return action === 'note' ? addNote(app, by, id, { text }) : resolveBreak(app, by, id, text);
  };
  const result: BulkResult = { done: 0, failed: [] };
  for (const id of new Set(ids)) {
    try {
      await change(id);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.failed.push({ id, message: translate(by.locale, error.ref) });
    }
  }
  return result;
}
