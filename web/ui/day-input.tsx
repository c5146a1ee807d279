import { DAY_PERIODS } from '@daftar/contract/periods';
import { DatePickerInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DatesSettings, usePickerWords } from './dates-settings.tsx';
import classes from './day-input.module.css';
import { daysOfPreset } from './day-presets.ts';
import { formatDate } from './format.ts';
import { useLocale } from './locale.ts';

interface DayInputProps {
  label: string;
  /** `YYYY-MM-DD` or empty. */
  value: string;
  onChange: (day: string) => void;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
}

const noon = (day: string) => `${day.slice(0, 10)}T12:00:00Z`;

/** A date field. */
export function DayInput({ label, value, onChange, description, error, required = false }: DayInputProps) {
  const locale = useLocale();
  const words = usePickerWords();
  return (
    <DatesSettings>
      <DatePickerInput
        {...words}
        label={label}
        description={description}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        valueFormatter={({ date }) =>
          typeof date === 'string' ? formatDate(noon(date), locale, 'date') : ''
        }
        clearable
        withAsterisk={required}
        error={error}
      />
    </DatesSettings>
  );
}

interface DayRangeInputProps {
  label: string;
  /** Start and end, `YYYY-MM-DD` or empty. */
  value: readonly [string, string];
  onChange: (days: readonly [string, string]) => void;
  error?: ReactNode;
}

/** A date range field, both ends inclusive. */
export function DayRangeInput({ label, value, onChange, error }: DayRangeInputProps) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const words = usePickerWords();
  return (
    <DatesSettings>
      <DatePickerInput
        {...words}
        type="range"
        allowSingleDateInRange
        label={label}
        value={[value[0] || null, value[1] || null]}
        onChange={([from, to]) => onChange([from ?? '', to ?? ''])}
        placeholder={t('filters.any')}
        presets={DAY_PERIODS.map((preset) => ({
          label: t(`preset.${preset}`),
          value: daysOfPreset(preset, Date.now()),
        }))}
        classNames={{ datePickerRoot: classes.picker ?? '', presetsList: classes.presets ?? '' }}
        valueFormatter={({ date }) => {
          const days = Array.isArray(date) ? date : [date];
          if (!days.some(Boolean)) return '';
          return days.map((day) => (day ? formatDate(noon(String(day)), locale, 'date') : '…')).join(' – ');
        }}
        clearable
        error={error}
      />
    </DatesSettings>
  );
}
