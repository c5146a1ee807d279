import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/ar';
import { DatesProvider } from '@mantine/dates';
import type { ReactNode } from 'react';
import { useLocale } from './locale.ts';

/** Weeks start on Saturday; the weekend is Friday and Saturday. */
export function DatesSettings({ children }: { children: ReactNode }) {
  const locale = useLocale();
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: 6, weekendDays: [5, 6] }}>{children}</DatesProvider>
  );
}
