import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** The event does not exist, or belongs to another merchant or mode. */
export class WebhookEventNotFound extends NotFoundError {}

/** The event does not exist, or belongs to another merchant or mode. */
export class EventNotFound extends NotFoundError {}

/** The endpoint does not exist, or belongs to another merchant or mode. */
export class EndpointNotFound extends NotFoundError {}

/** The mode has the maximum number of endpoints. */
export class TooManyEndpoints extends RuleError {
  constructor(maximum: number) {
    super('webhooks.tooManyEndpoints', { maximum });
  }
}

/** The period has more messages than one call can resend. */
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
