import i18next from 'i18next';
import { ApiError, isAbort, sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';

/**
 * Shows the refusal of a refund call: for a 500 or 403 its message, Comment and ResultMessage, as far as present.
 * @returns whether it did; a 422 is left to the form.
 */
export function tellRefusal(error: unknown): boolean {
  if (isAbort(error)) return true;
  if (error instanceof ApiError) {
    const named = Object.values(error.fieldErrors).flat();
    if (error.status === 422 && named.length > 0) return false;
    const { Comment, ResultMessage } = error.body;
    const said = [...error.messages, Comment, ResultMessage].filter(
      (each): each is string => typeof each === 'string' && each !== '',
    );
    for (const each of new Set(said)) notify.error(each);
    if (said.length > 0) return true;
  }
  notify.error(sentenceOf(error, i18next.t));
  return true;
}
