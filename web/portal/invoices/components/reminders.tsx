import { Button, Group, NativeSelect } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useReportDirty } from '../../../ui/use-asked-leave.ts';
import { useCan, useMay } from '../../shared/permissions.ts';
import { useReminders, useSaveReminders } from '../api.ts';
import classes from './modal.module.css';

const DAYS = [1, 2, 3, 5, 7, 14] as const;
type Days = (typeof DAYS)[number];

/** Opens the reminder settings; people who create invoices may see them, saving needs a permission of its own. */
export function Reminders() {
  const { t } = useTranslation(['invoices', 'common']);
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const query = useReminders(opened);
  if (!may(['create-invoice', 'payment-methods-settings'])) return null;
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('reminders.open')}
      </Button>
      <Dialog
        opened={opened}
        onClose={close}
        title={t('reminders.title')}
        classNames={{ title: classes.title ?? '' }}
      >
        <p className={classes.text}>{t('reminders.text')}</p>
        {query.data && !query.isFetching ? (
          <RemindersForm settings={query.data.data} onDone={close} />
        ) : query.error ? (
          <ErrorBox error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className={classes.content} role="status" aria-label={t('common:loading')}>
            <Skeleton height="3.75rem" />
            <Skeleton height="3.75rem" />
          </div>
        )}
      </Dialog>
    </>
  );
}

interface RemindersFormProps {
  settings: { before_days: number | null; after_days: number | null };
  onDone: () => void;
}

function RemindersForm({ settings, onDone }: RemindersFormProps) {
  const { t } = useTranslation(['invoices', 'common']);
  const locale = useLocale();
  const mayChange = useCan()('payment-methods-settings');
  const { run, isPending } = useSaveReminders();
  const known = (days: number | null): Days | null => DAYS.find((each) => each === days) ?? null;
  const [before, setBefore] = useState(known(settings.before_days));
  const [after, setAfter] = useState(known(settings.after_days));
  useReportDirty(() => before !== known(settings.before_days) || after !== known(settings.after_days));
  const options = [
    { value: '', label: t('reminders.off') },
    ...DAYS.map((days) => ({
      value: String(days),
      label: t('reminders.days', { count: days, number: formatNumber(days, locale) }),
    })),
  ];
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (await run({ body: { before_days: before, after_days: after } })) onDone();
  };
  const select = (label: string, value: Days | null, set: (days: Days | null) => void) => (
    <NativeSelect
      label={label}
      data={options}
      value={String(value ?? '')}
      onChange={(event) => set(known(Number(event.currentTarget.value)))}
      disabled={!mayChange}
    />
  );
  return (
    <form className={classes.content} onSubmit={(event) => void save(event)}>
      {select(t('reminders.before'), before, setBefore)}
      {select(t('reminders.after'), after, setAfter)}
      {!mayChange && <p className={classes.text}>{t('reminders.locked')}</p>}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t(mayChange ? 'common:cancel' : 'common:close')}
        </Button>
        {mayChange && (
          <Button type="submit" loading={isPending} aria-busy={isPending}>
            {t('common:save')}
          </Button>
        )}
      </Group>
    </form>
  );
}
