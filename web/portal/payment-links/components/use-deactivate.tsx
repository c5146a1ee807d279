import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/confirm.tsx';
import { useDeactivatePaymentLink } from '../api.ts';
import { usePriceText } from './choice-text.ts';

type Named = Parameters<ReturnType<typeof usePriceText>>[0] & {
  id: number;
  reference: string;
  invoice_name: string;
};

/** Asks for confirmation, then deactivates the link. */
export function useDeactivate() {
  const { t } = useTranslation(['payment-links', 'common']);
  const priceText = usePriceText();
  const { run, isPending } = useDeactivatePaymentLink();
  const deactivate = async (link: Named) => {
    const amount = priceText(link);
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
