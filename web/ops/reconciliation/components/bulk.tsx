import {
  AssignBreaksForm,
  type BulkForm,
  MAX_AT_ONCE,
  ResolveForm,
} from '@daftar/contract/ops-reconciliation';
import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { useAsk } from '../../shared/ask.tsx';
import { changeMany, changeNow, useColleagues } from '../api.ts';

interface BulkProps {
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
}

/** What can be done with the selected breaks. Those that could not be changed stay selected, with the reasons. */
export function Bulk({ selected, onChange }: BulkProps) {
  const { t } = useTranslation(['ops-reconciliation', 'ops', 'common']);
  const locale = useLocale();
  const { ask, dialog } = useAsk();
  /** Reasons, and how many breaks each of them kept from being changed. */
  const [refused, setRefused] = useState<ReadonlyMap<string, number>>(new Map());
  const colleagues = useColleagues().data?.data ?? [];
  const change = async (action: BulkForm['action'], more: Pick<BulkForm, 'text' | 'operator_id'> = {}) => {
    const reply = await changeMany({ ids: [...selected], action, ...more });
    const reasons = new Map<string, number>();
    for (const { message } of reply.data.failed) reasons.set(message, (reasons.get(message) ?? 0) + 1);
    setRefused(reasons);
    onChange(new Set(reply.data.failed.map(({ id }) => id)));
    return reply;
  };
  const askFor = (action: 'note' | 'resolve') =>
    ask({
      title: t(action === 'note' ? 'bulkNoteTitle' : 'bulkResolveTitle'),
      ...(action === 'resolve' ? { text: t('resolveText') } : {}),
      schema: ResolveForm,
      fields: [{ name: 'reason', label: t(action === 'note' ? 'note' : 'ops:reason'), kind: 'text' }],
      submit: t(`bulk.${action}`),
      send: ({ reason }) => change(action, { text: reason }),
    });
  const assign = () =>
    ask({
      title: t('assignTitle'),
      text: t('assignText'),
      schema: AssignBreaksForm,
      fields: [
        {
          name: 'operator_id',
          label: t('assignTo'),
          kind: 'choice',
          options: colleagues.map(({ id, email }) => ({ value: String(id), label: email })),
        },
      ],
      submit: t('assign'),
      send: ({ operator_id }) => change('assign', { operator_id: Number(operator_id) }),
    });
  const clear = () => {
    setRefused(new Map());
    onChange(new Set());
  };
  return (
    <Stack gap="xs" mb={selected.size > 0 ? 'sm' : 0}>
      <SelectionBar selection={{ selected, onChange: clear }} most={MAX_AT_ONCE}>
        {(isTooMany) => (
          <>
            <Button
              size="xs"
              variant="default"
              disabled={isTooMany}
              onClick={() => void changeNow(() => change('take'))}
            >
              {t('bulk.take')}
            </Button>
            <Button size="xs" variant="default" disabled={isTooMany} onClick={assign}>
              {t('bulk.assign')}
            </Button>
            <Button size="xs" variant="default" disabled={isTooMany} onClick={() => askFor('note')}>
              {t('bulk.note')}
            </Button>
            <Button size="xs" variant="default" disabled={isTooMany} onClick={() => askFor('resolve')}>
              {t('bulk.resolve')}
            </Button>
          </>
        )}
      </SelectionBar>
      {selected.size > 0 &&
        [...refused].map(([reason, count]) => (
          <Alert key={reason} color="yellow">
            {t('notChanged', { count, number: formatNumber(count, locale), reason })}
          </Alert>
        ))}
      {dialog}
    </Stack>
  );
}
