import type { paymentLinks } from '@daftar/contract/payment-links';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../ui/export-button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { ListSearch } from '../../../ui/list-search.ts';
import { useLocale } from '../../../ui/locale.ts';
import { exportPaymentLinks } from '../api.ts';

interface ExportLinksProps {
  search: ListSearch<typeof paymentLinks.list>;
  selected: ReadonlySet<number>;
  onClear: () => void;
  disabled: boolean;
}

/** The selected links as a file, or all that the filters leave. */
export function ExportLinks({ search, selected, onClear, disabled }: ExportLinksProps) {
  const { t } = useTranslation(['payment-links', 'payables']);
  const locale = useLocale();
  const count = selected.size;
  return (
    <>
      {count > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {t('payables:selection.clear')}
        </Button>
      )}
      <ExportButton
        start={(signal) => exportPaymentLinks(search, count > 0 ? [...selected] : null, signal)}
        fileName="daftar-payment-links.csv"
        disabled={disabled && count === 0}
      >
        {count > 0 ? t('export.selected', { count, number: formatNumber(count, locale) }) : t('export.all')}
      </ExportButton>
    </>
  );
}
