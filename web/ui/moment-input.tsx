import { isMoment } from '@daftar/contract/moment';
import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from './errors.ts';
import { fetchAhead, fetchPart } from './fetch-ahead.ts';
import type MomentCalendar from './moment-calendar.tsx';
import classes from './moment-input.module.css';
import { notify } from './notify.tsx';
import { PopupPanel, usePopup } from './popup.tsx';
import { readTypedMoment, writeTypedMoment } from './typed-moment.ts';
import { momentOf, wallClockOf, type Zone } from './zoned.ts';

interface MomentInputProps {
  label: string;
  /** ISO 8601 UTC, or empty. While what is typed is no date, it is the typed text, which the contract refuses. */
  value: string;
  onChange: (value: string) => void;
  /** Time zone of the input: due dates are in UTC, and the label says so. */
  zone?: Zone;
  /** Earliest moment that the calendar offers, ISO 8601. */
  earliest?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  placeholder?: string;
  disabled?: boolean;
}

let Calendar: typeof MomentCalendar | null = null;

/** Loads the calendar, a third of a form's script. */
async function fetchCalendar(): Promise<void> {
  if (!Calendar) Calendar = (await fetchPart(() => import('./moment-calendar.tsx'))).default;
}

/** Prefetches the calendar while the form is being filled in. */
export const prepareMomentInput = () => fetchAhead(fetchCalendar);

/** Shows how a date is typed; any would do. */
const EXAMPLE = '2026-12-31 23:59:00';

/**
 * A date and time field: typed, month first with a 12-hour clock, or chosen in a calendar, which is fetched when the
 * pointer or focus comes near.
 */
export function MomentInput(props: MomentInputProps) {
  const {
    value,
    onChange,
    zone = 'utc',
    earliest,
    required = false,
    disabled = false,
    error,
    ...rest
  } = props;
  const { t } = useTranslation('common');
  const field = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState<string | null>(null);
  const [loaded, setLoaded] = useState(Calendar !== null);
  const { popup, button } = usePopup('dialog', () => {
    void fetchCalendar().then(
      () => setLoaded(true),
      (failure) => {
        popup.change(false);
        notify.error(sentenceOf(failure, t));
      },
    );
  });
  const words = { am: t('date.am'), pm: t('date.pm') };
  const isRead = isMoment(value);
  const wallClock = isRead ? wallClockOf(value, zone) : '';
  const unread = value !== '' && !isRead && typing === null;
  const take = (text: string) => {
    setTyping(text);
    const read = readTypedMoment(text);
    onChange(read ? momentOf(read, zone) : text.trim());
  };
  const choose = (chosen: string) => {
    setTyping(null);
    onChange(momentOf(chosen, zone));
  };
  const Drawn = loaded ? Calendar : null;
  return (
    <div>
      <TextInput
        {...rest}
        ref={field}
        value={typing ?? (isRead ? writeTypedMoment(wallClock, words) : value)}
        onChange={(event) => take(event.currentTarget.value)}
        onBlur={() => setTyping(null)}
        onFocus={prepareMomentInput}
        error={unread ? t('date.unreadable', { example: writeTypedMoment(EXAMPLE, words) }) : error}
        withAsterisk={required}
        disabled={disabled}
        autoComplete="off"
        maxLength={40}
        classNames={{ input: classes.input ?? '' }}
        rightSectionWidth={value && !disabled ? 68 : 40}
        rightSection={
          <>
            {value && !disabled && (
              <CloseButton
                size="sm"
                aria-label={t('date.clear')}
                onClick={() => {
                  setTyping(null);
                  onChange('');
                  field.current?.focus();
                }}
              />
            )}
            <ActionIcon
              {...button}
              variant="subtle"
              color="gray"
              disabled={disabled}
              aria-label={t('date.calendar', { label: rest.label })}
              title={t('date.calendar', { label: rest.label })}
              onPointerEnter={() => {
                button.onPointerEnter();
                prepareMomentInput();
              }}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </>
        }
      />
      <PopupPanel popup={popup} label={rest.label} position="bottom-end" trapFocus>
        {Drawn && (
          <Drawn
            value={wallClock}
            onChange={choose}
            onDone={() => popup.change(false)}
            {...(earliest ? { earliest: wallClockOf(earliest, zone) } : {})}
          />
        )}
      </PopupPanel>
    </div>
  );
}
