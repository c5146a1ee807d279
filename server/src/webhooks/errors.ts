import { NotFoundError, RuleError } from '../platform/http/errors.ts';

/** Not there, or of another merchant or mode. */
export class WebhookEventNotFound extends NotFoundError {}

/** There is nowhere to send anything to. */
export class NoCallbackAddress extends RuleError {
  constructor() {
    super('webhooks.noAddress');
  }
}
