import type { ExpiryRow } from '@daftar/contract/ops-documents';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';

const KINDS: Readonly<Record<ExpiryRow['state'], StatusKind>> = {
  valid: 'success',
  soon: 'pending',
  expired: 'fail',
  held: 'fail',
};

/** How a document that expires stands. */
export function ExpiryChip({ state }: { state: ExpiryRow['state'] }) {
  const { t } = useTranslation('ops');
  return <StatusChip kind={KINDS[state]}>{t(`expiry.state.${state}`)}</StatusChip>;
}
