import { NotFoundError } from '../platform/http/errors.ts';

/** There is no such call, or it is another merchant's or mode's. */
export class ApiRequestNotFound extends NotFoundError {}
