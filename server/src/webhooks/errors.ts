import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The event does not exist, or belongs to another merchant or mode. */
export class WebhookEventNotFound extends NotFoundError {}

/** The same, of an event itself. */
export class EventNotFound extends NotFoundError {}

/** The mode has no callback URL. */
export class NoCallbackAddress extends RuleError {
  constructor() {
    super('webhooks.noAddress');
  }
}
