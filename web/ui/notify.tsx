import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import classes from './notify.module.css';

type Kind = 'success' | 'error' | 'info';

/** Error toasts on screen, by when they were shown. */
const errors = new Map<string, number>();
/** Errors this close together are shown together. */
const TOGETHER_MILLISECONDS = 1000;

/** Retrying means that the error was read; on a phone the toast would cover the next button. */
function hideEarlierErrors(now: number): void {
  for (const [id, shown] of errors) {
    if (now - shown < TOGETHER_MILLISECONDS) continue;
    errors.delete(id);
    notifications.hide(id);
  }
}

const ICONS = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle } as const;

/** The same words twice are one toast: a second showing only restarts it. */
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

/** Toasts: successes leave after 3 seconds, errors stay until they are read or the next toast comes. */
export const notify = {
  success: (message: string) => show('success', message, 3000),
  info: (message: string) => show('info', message, 3000),
  error: (message: string) => show('error', message, false),
  /** What is wrong and stands under its field as well: the toast leaves by itself, and covers no button for long. */
  fieldError: (message: string) => show('error', message, 3000),
  /** Stays until hidden: long work that is being done. */
  working: (message: string) => show('info', message, false),
  hide: (id: string) => notifications.hide(id),
  clear: () => notifications.clean(),
};
