import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The event does not exist, or belongs to another merchant or mode. */
export class WebhookEventNotFound extends NotFoundError {}

/** The same, of an event itself. */
export class EventNotFound extends NotFoundError {}

/** The same, of an endpoint. */
export class EndpointNotFound extends NotFoundError {}

/** The mode has as many endpoints as it can have. */
export class TooManyEndpoints extends RuleError {
  constructor(maximum: number) {
    super('webhooks.tooManyEndpoints', { maximum });
  }
}

/** The time that is to be sent again has more messages than one call sends. */
export class TooManyToResend extends RuleError {
  constructor(maximum: number) {
    super('webhooks.tooManyToResend', { maximum });
  }
}

/** The mode has no callback URL. */
export class NoCallbackAddress extends RuleError {
  constructor() {
    super('webhooks.noAddress');
  }
}
