import { LANGUAGE } from '@daftar/contract/payables';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { textKey } from '../../ui/text-key.ts';
import { useMerchant } from '../shared/merchant.ts';

interface Shared {
  invoice_name: string;
  total_amount: number;
  currency: { code: string };
  /** The payment page's language; the merchant's where the list does not know it. */
  language?: number;
  /** The payer decides what they pay. */
  decided?: boolean;
}

/** The text that is shared with a link, in the payer's language. */
export function useShareText(): (link: Shared) => string {
  const { t } = useTranslation('payables');
  const locale = useLocale();
  const merchant = useMerchant()?.business_name ?? '';
  return ({ invoice_name: name, total_amount, currency, language, decided }) => {
    const own = locale === 'ar' ? LANGUAGE.arabic : LANGUAGE.english;
    const spoken = language ?? own;
    if (decided) return t(textKey('share.open.', spoken), { name, merchant });
    const amount = formatMoney(total_amount, currency.code, spoken === LANGUAGE.arabic ? 'ar' : 'en');
    return t(textKey('share.text.', spoken), { name, amount, merchant });
  };
}
