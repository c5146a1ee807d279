import { RuleError } from '../platform/http/errors.ts';

/** The provider has set no exchange rate for this currency that is in effect. */
export class NoExchangeRate extends RuleError {
  constructor(code: string) {
    super('lookups.noExchangeRate', { code });
  }
}
