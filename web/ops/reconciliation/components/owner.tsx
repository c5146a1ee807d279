import type { BreakDetails } from '@daftar/contract/ops-reconciliation';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay, useOperator } from '../../shared/operator.ts';
import { assignBreak, takeBreak, useColleagues } from '../api.ts';

/** Who looks after an open break: oneself with one press, or a colleague, who is told. */
export function Owner({ row: { id, owner } }: { row: BreakDetails }) {
  const { t } = useTranslation('ops-reconciliation');
  const may = useMay();
  const me = useOperator()?.email;
  const colleagues = useColleagues().data?.data ?? [];
  if (!may('ops:reconciliation')) return null;
  const options = colleagues.map((each) => ({ value: String(each.id), label: each.email }));
  const current = colleagues.find(({ email }) => email === owner);
  // Somebody who may not look after it any more stays shown until another is chosen.
  const left = owner && !current ? [{ value: owner, label: owner }] : [];
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={t('assignTo')}
        value={current ? String(current.id) : (owner ?? '')}
        data={[{ value: '', label: t('nobody') }, ...left, ...options]}
        onChange={({ currentTarget: { value } }) => void assignBreak(id, value === '' ? null : Number(value))}
      />
      {owner !== me && (
        <Button variant="default" onClick={() => void takeBreak(id)}>
          {t('take')}
        </Button>
      )}
    </Group>
  );
}
