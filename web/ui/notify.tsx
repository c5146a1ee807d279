import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import classes from './notify.module.css';

type Kind = 'success' | 'error' | 'info';

/** Visible error toasts by the time they were shown. */
const errors = new Map<string, number>();
/** Errors within this time are shown together. */
const TOGETHER_MILLISECONDS = 1000;

/** Hides old errors: on a phone they would cover the next button. */
function hideEarlierErrors(now: number): void {
  for (const [id, shown] of errors) {
    if (now - shown < TOGETHER_MILLISECONDS) continue;
    errors.delete(id);
    notifications.hide(id);
  }
}

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle } as const;

/** Shows the same text only once; showing it again restarts the timer. */
function show(kind: Kind, message: string, autoClose: number | false): string {
  const id = `${kind}:${message}`;
  const Icon = ICONS[kind];
  const now = Date.now();
  notifications.hide(id);
  errors.delete(id);
  hideEarlierErrors(now);
  if (kind === 'error') errors.set(id, now);
  notifications.show({
    id,
    message,
    autoClose,
    withBorder: true,
    icon: <Icon size={22} aria-hidden />,
    classNames: { root: classes.root, icon: classes.icon, description: classes.message },
    'data-kind': kind,
    'data-passing': autoClose !== false || undefined,
    closeButtonProps: { 'aria-label': i18next.t('common:close'), size: 'md' },
  });
  return id;
}

/** Shows toasts: successes for 3 seconds, errors until dismissed or replaced by the next toast. */
export const notify = {
  success: (message: string) => show('success', message, 3000),
  info: (message: string) => show('info', message, 3000),
  error: (message: string) => show('error', message, false),
  /** An error also shown under its field: closes by itself so that it does not cover a button. */
  fieldError: (message: string) => show('error', message, 3000),
  /** Stays until hidden, for long-running work. */
  working: (message: string) => show('info', message, false),
  hide: (id: string) => notifications.hide(id),
  clear: () => notifications.clean(),
};
