import '@mantine/dates/styles.layer.css';
import { DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import arabic from 'dayjs/locale/ar';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from './locale.ts';

/** Day.js starts the Arabic afternoon at 13:00 instead of 12:00; `meridiem` is missing from its types. */
const { meridiem } = arabic as unknown as { meridiem: (hour: number) => string };
const fromNoon = { meridiem: (hour: number) => meridiem(hour < 12 ? 0 : 23) };
dayjs.locale({ ...arabic, ...fromNoon }, undefined, true);

/** Weeks start on Saturday; the weekend is Friday and Saturday. */
export function DatesSettings({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 6, weekendDays: [5, 6] }}>{children}</DatesProvider>
  );
}

/** Accessible names of the parts of every picker. */
export function usePickerWords() {
  const { t } = useTranslation('common');
  const previous = t('date.previous');
  const next = t('date.next');
  return {
    ariaLabels: {
      previousMonth: previous,
      nextMonth: next,
      previousYear: previous,
      nextYear: next,
      previousDecade: previous,
      nextDecade: next,
    },
    clearButtonProps: { 'aria-label': t('date.clear') },
    // A dialog would need a name of its own; drawn inside its field, the label says enough.
    popoverProps: { withRoles: false, withinPortal: false },
  };
}
