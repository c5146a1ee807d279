import { isMoment } from '@daftar/contract/moment';
import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { MomentInput } from '../../ui/moment-input.tsx';
import classes from './form.module.css';
import { memoPart, type PartProps } from './form-part.tsx';
import { endOfDayAfter } from './values.ts';

const QUICK = [
  { key: 'quick.tomorrow', days: 1 },
  { key: 'quick.week', days: 7 },
  { key: 'quick.month', days: 30 },
] as const;

interface DueDateProps extends PartProps {
  /** Explains what happens then. */
  help: string;
  /** There is none. */
  off?: boolean;
  /** A field of the noun's own, below. */
  children?: ReactNode;
}

/** When it is due, typed or chosen, or by a press. */
export function DueDateField({ children, ...props }: DueDateProps) {
  return (
    <div className={classes.due}>
      <DueInput {...props} />
      {children}
    </div>
  );
}

const DueInput = memoPart(
  ['due_date'],
  function DueInput({ form, help, off = false }: Omit<DueDateProps, 'children'>) {
    const { t } = useTranslation('payables');
    const locale = useLocale();
    const [now] = useState(() => Date.now());
    const { due_date: value } = form.values;
    return (
      <>
        <MomentInput
          label={t('field.due')}
          value={off ? '' : value}
          disabled={off}
          onChange={(typed) => form.set('due_date', typed)}
          earliest={new Date(now).toISOString()}
          placeholder={t('field.duePlaceholder')}
          description={
            isMoment(value) && !off
              ? t('field.dueCairo', { date: formatDate(value, locale, 'datetime') })
              : help
          }
          error={off ? undefined : form.errors.due_date}
          required={!off}
        />
        <Group gap="xs">
          {QUICK.map(({ key, days }) => (
            <Button
              key={key}
              variant="default"
              size="xs"
              disabled={off}
              onClick={() => form.set('due_date', endOfDayAfter(Date.now(), days))}
            >
              {t(key)}
            </Button>
          ))}
        </Group>
      </>
    );
  },
);
