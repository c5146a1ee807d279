import {
  AssignBreaksForm,
  type BulkForm,
  MOST_AT_ONCE,
  ResolveForm,
} from '@daftar/contract/ops-reconciliation';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
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
  const number = formatNumber(selected.size, locale);
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
  const isTooMany = selected.size > MOST_AT_ONCE;
  return (
    <Stack gap="xs" mb={selected.size > 0 ? 'sm' : 0}>
      {selected.size > 0 && (
        <Group gap="xs">
          <span>{t('chosen', { count: selected.size, number })}</span>
          <Button variant="default" disabled={isTooMany} onClick={() => void changeNow(() => change('take'))}>
            {t('bulk.take')}
          </Button>
          <Button variant="default" disabled={isTooMany} onClick={assign}>
            {t('bulk.assign')}
          </Button>
          <Button variant="default" disabled={isTooMany} onClick={() => askFor('note')}>
            {t('bulk.note')}
          </Button>
          <Button variant="default" disabled={isTooMany} onClick={() => askFor('resolve')}>
            {t('bulk.resolve')}
          </Button>
          <Button variant="subtle" onClick={clear}>
            {t('common:selection.clear')}
          </Button>
        </Group>
      )}
      {isTooMany && <p>{t('tooManyChosen', { number: formatNumber(MOST_AT_ONCE, locale) })}</p>}
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
