import type { ApprovalState } from '@daftar/contract/approvals';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';

const KINDS: Readonly<Record<ApprovalState, StatusKind>> = {
  waiting: 'pending',
  approved: 'success',
  declined: 'fail',
  withdrawn: 'closed',
  expired: 'closed',
};

/** The state of a request as a chip. */
export function ApprovalStateChip({ state }: { state: ApprovalState }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[state]}>{t(`approvalState.${state}`)}</StatusChip>;
}
