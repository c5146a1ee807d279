/** Changes many breaks at once. */
import type { BulkForm, BulkResult } from '@daftar/contract/ops-reconciliation';
import type { App, Operator } from '../platform/context.ts';
import { AppError, InvalidError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { assignBreak } from './assign.ts';
import { authorOf } from './author.ts';
import { addNote, takeBreak } from './breaks.ts';
import { resolveBreak } from './close.ts';

/** Changes each break in its own transaction. @returns how many were changed, and why the others were not */
export async function changeMany(
  app: App,
  operator: Operator,
  { ids, action, text = '', operator_id }: BulkForm,
): Promise<BulkResult> {
  const at = app.clock.now();
  const by = authorOf(operator);
  const change = (id: number) => {
    if (action === 'take') return takeBreak(app, by, id);
    if (action === 'assign') return assignBreak(app, by, id, { operatorId: operator_id ?? null, at });
    return action === 'note' ? addNote(app, by, id, { text }) : resolveBreak(app, operator, id, text);
  };
  const result: BulkResult = { done: 0, failed: [] };
  for (const id of new Set(ids)) {
    try {
      await change(id);
      result.done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The error of a field is more specific than the general message.
      const [why] = error instanceof InvalidError ? Object.values(error.fields ?? {}).flat() : [];
      result.failed.push({ id, message: translate(by.locale, why ?? error.ref) });
    }
  }
  return result;
}
