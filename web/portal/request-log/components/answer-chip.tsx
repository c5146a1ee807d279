import { StatusChip } from '../../../ui/status-chip.tsx';

/** The HTTP status of an answer as a chip. */
export function AnswerChip({ status }: { status: number }) {
  return (
    <StatusChip kind={status >= 500 ? 'fail' : status >= 400 ? 'pending' : 'success'}>
      <bdi>HTTP {status}</bdi>
    </StatusChip>
  );
}
