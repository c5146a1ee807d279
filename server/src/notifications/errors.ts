import { NotFoundError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class NotificationNotFound extends NotFoundError {}
