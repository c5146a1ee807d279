import { useTranslation } from 'react-i18next';
import { textKey } from '../ui/text-key.ts';

const BRANDS = ['visa', 'mastercard', 'amex', 'meeza'];

/** Returns a function that says which card paid: its brand, if one is known, and its last digits. */
export function useCardText(): (card: { brand: string; last4: string }) => string {
  const { t } = useTranslation(['transactions']);
  return ({ brand, last4 }) =>
    [BRANDS.includes(brand) && t(textKey('transactions:brand.', brand)), `•••• ${last4}`]
      .filter(Boolean)
      .join(' ');
}
