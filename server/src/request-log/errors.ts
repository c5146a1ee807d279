import { NotFoundError } from '../platform/http/errors.ts';

/** The call does not exist, or belongs to another merchant or mode. */
export class ApiRequestNotFound extends NotFoundError {}
