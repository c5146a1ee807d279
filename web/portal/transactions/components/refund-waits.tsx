import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Waits } from '../../shared/money-panel.tsx';

/** Which amounts of this payment need approval; hidden when none do. */
export function RefundWaits({ unapprovedLimit }: { unapprovedLimit: number | undefined }) {
  const { t } = useTranslation('transactions');
  const locale = useLocale();
  if (unapprovedLimit === undefined) return null;
  const amount = formatMoney(unapprovedLimit, 'EGP', locale);
  return <Waits>{unapprovedLimit > 0 ? t('refund.waitsAbove', { amount }) : t('refund.waits')}</Waits>;
}
