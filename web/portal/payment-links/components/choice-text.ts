import type { PaymentLinkRow } from '@daftar/contract/payment-links';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';

type Priced = Pick<
  PaymentLinkRow,
  'total_amount' | 'currency' | 'min_amount' | 'max_amount' | 'min_quantity' | 'max_quantity'
>;

/** Whether the payer of a link decides the amount or the quantity. */
export const isDecided = (link: Pick<Priced, 'min_amount' | 'max_quantity'>): boolean =>
  link.min_amount !== null || link.max_quantity > 1;

/** The price of a link in a few words: the amount, between which amounts, or of one. */
export function usePriceText(): (link: Priced) => string {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  return useCallback(
    (link) => {
      const money = (amount: number) => formatMoney(amount, link.currency.code, locale);
      if (link.min_amount !== null && link.max_amount !== null) {
        return t('price.between', { least: money(link.min_amount), most: money(link.max_amount) });
      }
      const total = money(link.total_amount);
      return link.max_quantity > 1 ? t('price.each', { amount: total }) : total;
    },
    [t, locale],
  );
}

/** What the payer of a link decides, in a sentence; null where the price is fixed. */
export function useChoiceText() {
  const { t } = useTranslation('payment-links');
  const locale = useLocale();
  return (
    link: Pick<Priced, 'min_amount' | 'max_amount' | 'min_quantity' | 'max_quantity'> & {
      suggested_amounts: readonly number[];
    },
    code: string,
  ): string | null => {
    const money = (amount: number) => formatMoney(amount, code, locale);
    if (link.min_amount !== null && link.max_amount !== null) {
      const bounds = { least: money(link.min_amount), most: money(link.max_amount) };
      if (link.suggested_amounts.length === 0) return t('choice.amount', bounds);
      const amounts = new Intl.ListFormat(locale, { type: 'unit' }).format(link.suggested_amounts.map(money));
      return t('choice.amountWith', { ...bounds, amounts });
    }
    if (link.max_quantity === 1) return null;
    const number = (value: number) => formatNumber(value, locale);
    return t('choice.quantity', { least: number(link.min_quantity), most: number(link.max_quantity) });
  };
}
