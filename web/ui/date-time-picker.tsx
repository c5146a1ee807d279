import { DateTimePicker as Picker } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatesSettings, usePickerWords } from './dates-settings.tsx';
import { momentOf, wallClockOf, type Zone } from './zoned.ts';

export interface DateTimePickerProps {
  label: string;
  /** ISO 8601 UTC, or empty. */
  value: string;
  onChange: (iso: string) => void;
  /** Time zone of the input: due dates are in UTC, and the label says so. */
  zone?: Zone;
  /** Earliest moment, ISO 8601. */
  earliest?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  placeholder?: string;
}

/** A date and 12-hour time input, month first; the value is a moment in UTC. */
export default function DateTimePicker({
  value,
  onChange,
  zone = 'utc',
  earliest,
  required = false,
  ...rest
}: DateTimePickerProps) {
  const { t } = useTranslation('common');
  const words = usePickerWords();
  return (
    <DatesSettings>
      <Picker
        {...rest}
        {...words}
        withAsterisk={required}
        value={value ? wallClockOf(value, zone) || null : null}
        onChange={(wallClock) => onChange(wallClock ? momentOf(wallClock, zone) : '')}
        valueFormat="MM-DD-YYYY hh:mm A"
        timePickerProps={{
          format: '12h',
          withDropdown: true,
          popoverProps: { withinPortal: false },
          hoursInputLabel: t('date.hours'),
          minutesInputLabel: t('date.minutes'),
          amPmInputLabel: t('date.amPm'),
          amPmLabels: { am: t('date.am'), pm: t('date.pm') },
        }}
        submitButtonProps={{ 'aria-label': t('date.done') }}
        defaultTimeValue="23:59:00"
        {...(earliest ? { minDate: wallClockOf(earliest, zone) } : {})}
        clearable
      />
    </DatesSettings>
  );
}
