import {
  CURRENCIES,
  type CurrencyCode,
  type CurrencyId,
  PAYMENT_METHODS,
  type PaymentMethodCode,
  type PaymentMethodId,
} from '@daftar/contract/lookups';

/** Returns the code of a method by its id; null for anything else (a payout has no method). */
export function methodCode(id: number | null): PaymentMethodCode | null {
  return PAYMENT_METHODS.find((method) => method.id === id)?.code ?? null;
}

/** Returns the methods that a merchant allows, in the contract's order; null allows every one. */
export function allowedOf(allowed: readonly number[] | null): PaymentMethodId[] {
  return PAYMENT_METHODS.map((method) => method.id).filter((id) => allowed === null || allowed.includes(id));
}

/** Returns the code of a currency by its id. */
export function currencyCode(id: CurrencyId): CurrencyCode {
  return CURRENCIES.find((currency) => currency.id === id)!.code;
}

/** Returns a currency as listed. */
export function currencyOf(code: string): { id: number; code: string } {
  return { id: CURRENCIES.find((currency) => currency.code === code)?.id ?? 0, code };
}
