import { Input, InputBase } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type DateTimePicker from './date-time-picker.tsx';
import type { DateTimePickerProps } from './date-time-picker.tsx';
import { sentenceOf } from './errors.ts';
import { fetchAhead, fetchPart } from './fetch-ahead.ts';
import classes from './moment-input.module.css';
import { notify } from './notify.tsx';
import { wallClockOf } from './zoned.ts';

let Picker: typeof DateTimePicker | null = null;

/** Loads the picker, a third of a form's script. */
async function fetchPicker(): Promise<void> {
  if (!Picker) Picker = (await fetchPart(() => import('./date-time-picker.tsx'))).default;
}

/** Prefetches the calendar while the form is being filled in. */
export const prepareMomentInput = () => fetchAhead(fetchPicker);

/**
 * A date and time field. A placeholder until pressed; the calendar is prefetched on hover or focus. If loading fails, a
 * toast says so and pressing again retries.
 */
export function MomentInput(props: DateTimePickerProps) {
  const { t } = useTranslation('common');
  const field = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState(false);
  const [drawn, setDrawn] = useState(Picker !== null);
  useEffect(() => {
    if (!drawn || !pressed) return;
    const button = field.current?.querySelector<HTMLElement>('button[data-dates-input]');
    button?.focus();
    button?.click();
  }, [drawn, pressed]);

  if (drawn && Picker) {
    return (
      <div ref={field}>
        <Picker {...props} />
      </div>
    );
  }
  const { value, onChange, zone = 'utc', earliest: _, required = false, placeholder, ...rest } = props;
  const press = () =>
    fetchPicker().then(
      () => {
        setPressed(true);
        setDrawn(true);
      },
      (error) => notify.error(sentenceOf(error, t)),
    );
  const [, year, month, day, hour = '', minute] =
    /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(value ? wallClockOf(value, zone) : '') ?? [];
  const twelve = String(Number(hour) % 12 || 12).padStart(2, '0');
  return (
    <div ref={field}>
      <InputBase
        {...rest}
        component="button"
        type="button"
        multiline
        withAsterisk={required}
        classNames={{ input: classes.input }}
        onPointerEnter={prepareMomentInput}
        onFocus={prepareMomentInput}
        onClick={() => void press()}
        __clearSection={<Input.ClearButton onClick={() => onChange('')} aria-label={t('date.clear')} />}
        __clearable={value !== ''}
      >
        {year ? (
          `${month}-${day}-${year} ${twelve}:${minute} ${t(Number(hour) < 12 ? 'date.am' : 'date.pm')}`
        ) : (
          <Input.Placeholder>{placeholder}</Input.Placeholder>
        )}
      </InputBase>
    </div>
  );
}
