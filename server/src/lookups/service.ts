import {
  CURRENCIES,
  type CurrencyCode,
  PAYMENT_METHODS,
  type PaymentMethodId,
} from '@daftar/contract/lookups';
import { RATE_SCALE } from '@daftar/contract/money';
import type { App, Scope } from '../platform/context.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { NoExchangeRate } from './errors.ts';
import { allowedOf, methodCode } from './rules.ts';
import { findAllowedMethods, findRate } from './store.ts';

export { currencyCode, currencyOf } from './rules.ts';

/** Returns the ids of the methods that a merchant allows in this mode, in the contract's order. */
export async function allowedMethods(app: App, scope: Scope): Promise<PaymentMethodId[]> {
  return allowedOf(await findAllowedMethods(app.db, scope));
}

/** Returns a method by its id, named in a language; a payout has none. */
export function methodItem(locale: Locale, id: number | null): { id: number; name: string; code: string } {
  const code = methodCode(id);
  if (id === null || code === null)
    return { id: 0, name: translate(locale, 'source.payout'), code: 'Payout' };
  return { id, name: translate(locale, `paymentMethod.${code}`), code };
}

/** Returns method names in a language, by id as text. */
export const methodNames = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(PAYMENT_METHODS.map(({ id }) => [String(id), methodItem(locale, id).name]));

/** Lists the methods that a merchant allows, named in a language. */
export async function listMethods(app: App, scope: Scope, locale: Locale) {
  return (await allowedMethods(app, scope)).map((id) => methodItem(locale, id));
}

/** Lists every currency, named in a language. */
export function listCurrencies(locale: Locale) {
  return CURRENCIES.map(({ id, code }) => ({ id, code, name: translate(locale, `currency.${code}`) }));
}

/** Returns EGP per unit × 1,000,000 now; exactly 1,000,000 for EGP. @throws NoExchangeRate */
export async function rateScaled(app: App, code: CurrencyCode): Promise<number> {
  if (code === 'EGP') return RATE_SCALE;
  const rate = await findRate(app.db, code, app.clock.now());
  if (rate === null) throw new NoExchangeRate(code);
  return rate;
}
