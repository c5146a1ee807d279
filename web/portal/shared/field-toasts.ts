import { ApiError } from './call.ts';
import { notify } from './notify.ts';

/**
 * Of a 422, the first sentence of each field as a toast of its own, as the specification has it for products,
 * categories, tickets, replies, the profile and the activation. For a form's `onError`: its fields say it as well.
 */
export function toastFieldErrors(error: unknown): false {
  if (error instanceof ApiError && error.status === 422) {
    for (const [first] of Object.values(error.fieldErrors)) if (first) notify.fieldError(first);
  }
  return false;
}
