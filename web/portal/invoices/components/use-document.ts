import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf, saveFile } from '../../../ui/download.ts';
import { sentenceOf } from '../../../ui/errors.ts';
import { notify } from '../../../ui/notify.tsx';
import { fetchDocument } from '../api.ts';

/** Downloads one customer's copy of an invoice, with a notice meanwhile. */
export function useDocument(invoice: { id: number; reference: string }) {
  const { t } = useTranslation(['invoices', 'common']);
  const [isBusy, setBusy] = useState(false);
  const download = async (customerId: number) => {
    if (isBusy) return;
    setBusy(true);
    const notice = notify.working(t('document.working'));
    try {
      const response = await fetchDocument(invoice.id, customerId);
      saveFile(await response.blob(), fileNameOf(response, `${invoice.reference}.pdf`));
      notify.success(t('common:export.done'));
    } catch (error) {
      notify.error(sentenceOf(error, t));
    } finally {
      notify.hide(notice);
      setBusy(false);
    }
  };
  return download;
}
