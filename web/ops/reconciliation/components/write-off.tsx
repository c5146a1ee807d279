import type { BreakDetails } from '@daftar/contract/ops-reconciliation';
import { WriteOffForm } from '@daftar/contract/ops-write-offs';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAsk } from '../../shared/ask.tsx';
import { useMay } from '../../shared/operator.ts';
import { UnlessWaits, WaitingApprovals } from '../../shared/waiting.tsx';
import { askBack, askWriteOff } from '../api.ts';

/** Asks a second operator to give up what stays open of a break, or to take that back; shows what waits. */
export function WriteOff({ row }: { row: BreakDetails }) {
  const { t } = useTranslation(['ops-reconciliation', 'ops']);
  const may = useMay();
  const { ask, dialog } = useAsk();
  const isWrittenOff = row.state === 'written_off';
  const isOffered = row.can_write_off || isWrittenOff;
  const fields = [{ name: 'reason', label: t('ops:reason'), kind: 'text' }] as const;
  const writeOff = () =>
    ask({
      title: t('writeOffTitle'),
      text: t('writeOffText'),
      schema: WriteOffForm,
      fields,
      submit: t('writeOff'),
      danger: true,
      send: ({ reason }) => askWriteOff(row.id, reason),
    });
  const takeBack = () =>
    ask({
      title: t('writeBackTitle'),
      text: t('writeBackText'),
      schema: WriteOffForm,
      fields,
      submit: t('writeBack'),
      send: ({ reason }) => askBack(row.id, reason),
    });
  return (
    <>
      <WaitingApprovals subject={`reconciliation-break:${row.id}`} />
      {isOffered && may('ops:reconciliation') && (
        <Group gap="xs">
          <UnlessWaits kind="write-off" subject={`reconciliation-break:${row.id}`}>
            <Button variant="default" onClick={isWrittenOff ? takeBack : writeOff}>
              {t(isWrittenOff ? 'writeBack' : 'writeOff')}
            </Button>
          </UnlessWaits>
        </Group>
      )}
      {dialog}
    </>
  );
}
