import { NotFoundError } from '../platform/http/errors.ts';

/** The notification does not exist, or belongs to another merchant or mode. */
export class NotificationNotFound extends NotFoundError {}
