import { WEBHOOK_STATE } from '@daftar/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { textOf } from '../../../ui/text-key.ts';

const KINDS: Readonly<Record<number, StatusKind>> = {
  [WEBHOOK_STATE.pending]: 'pending',
  [WEBHOOK_STATE.delivered]: 'success',
  [WEBHOOK_STATE.failed]: 'fail',
};

/** The state of a message as a chip. */
export function WebhookStateChip({ state }: { state: number }) {
  const { t } = useTranslation('webhooks');
  return <StatusChip kind={KINDS[state] ?? 'closed'}>{textOf(t, 'webhooks:state.', state)}</StatusChip>;
}
