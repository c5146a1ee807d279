import { RuleError } from '../platform/http/errors.ts';

/** No exchange rate of the provider for this currency is in effect. */
export class NoExchangeRate extends RuleError {
  constructor(code: string) {
    super('lookups.noExchangeRate', { code });
  }
}
