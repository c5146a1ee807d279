import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useDeactivatePaymentLink } from '../api.ts';

interface Named {
  id: number;
  reference: string;
  invoice_name: string;
  total_amount: number;
  currency: { code: string };
}

/** Asks for confirmation, then deactivates the link. */
export function useDeactivate() {
  const { t } = useTranslation(['payment-links', 'common']);
  const locale = useLocale();
  const { run, isPending } = useDeactivatePaymentLink();
  const deactivate = async (link: Named) => {
    const amount = formatMoney(link.total_amount, link.currency.code, locale);
    const agreed = await confirm({
      title: t('deactivate.title', { reference: link.reference }),
      text: t('deactivate.text', { name: link.invoice_name, amount }),
      confirm: t('deactivate.confirm'),
      danger: true,
    });
    if (agreed) await run({ params: { id: link.id } });
  };
  return { deactivate, isPending };
}
