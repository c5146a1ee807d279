import { RuleError } from '../platform/http/errors.ts';

/** The provider has set no exchange rate for a currency that is in effect yet. */
export class NoExchangeRate extends RuleError {
  constructor(code: string) {
    super('lookups.noExchangeRate', { code });
  }
}
