import { notify } from '../../ui/notify.tsx';
import { ApiError } from './call.ts';

/**
 * Shows the first message of each field of a 422 as a toast, as the specification requires for products, categories,
 * tickets, replies, the profile and the activation. For a form's `onError`, which also shows them under the fields.
 */
export function toastFieldErrors(error: unknown): false {
  if (error instanceof ApiError && error.status === 422) {
    for (const [first] of Object.values(error.fieldErrors)) if (first) notify.fieldError(first);
  }
  return false;
}
