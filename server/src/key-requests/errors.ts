import { NotFoundError } from '../platform/http/errors.ts';

/** No such request is waiting: its code is wrong, too old, of the other mode, or was answered. */
export class KeyRequestGone extends NotFoundError {
  constructor() {
    super('key-requests.gone');
  }
}
