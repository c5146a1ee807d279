import { Button } from '@mantine/core';
import { DatePicker, TimePicker } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { DatesSettings, usePickerWords } from './dates-settings.tsx';
import classes from './moment-input.module.css';

interface MomentCalendarProps {
  /** Wall-clock text, or empty. */
  value: string;
  onChange: (wallClock: string) => void;
  onDone: () => void;
  /** Wall-clock text of the earliest moment. */
  earliest?: string;
}

/** A day without a time means its last minute. */
const LAST_MINUTE = '23:59:00';

/** The calendar and clock of a moment; the value changes at once. */
export default function MomentCalendar({ value, onChange, onDone, earliest }: MomentCalendarProps) {
  const { t } = useTranslation('common');
  const { ariaLabels } = usePickerWords();
  const day = value.slice(0, 10);
  const time = value.slice(11) || LAST_MINUTE;
  return (
    <DatesSettings>
      <div className={classes.calendar}>
        <DatePicker
          ariaLabels={ariaLabels}
          value={day || null}
          onChange={(chosen) => chosen && onChange(`${chosen} ${time}`)}
          {...(day ? { defaultDate: day } : {})}
          {...(earliest ? { minDate: earliest.slice(0, 10) } : {})}
        />
        <div className={classes.time}>
          <TimePicker
            aria-label={t('date.time')}
            value={time.slice(0, 5)}
            onChange={(chosen) => day && chosen && onChange(`${day} ${chosen.slice(0, 5)}:00`)}
            format="12h"
            disabled={!day}
            hoursInputLabel={t('date.hours')}
            minutesInputLabel={t('date.minutes')}
            amPmInputLabel={t('date.amPm')}
            amPmLabels={{ am: t('date.am'), pm: t('date.pm') }}
          />
          <Button onClick={onDone} disabled={!day}>
            {t('done')}
          </Button>
        </div>
      </div>
    </DatesSettings>
  );
}
