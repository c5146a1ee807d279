import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** The container of toasts; `notify` adds them. */
export default function Toasts({ position }: { position: 'bottom-left' | 'bottom-right' }) {
  return (
    <Notifications
      key={position}
      position={position}
      limit={4}
      autoClose={3000}
      zIndex={1000}
      className={classes.toasts}
    />
  );
}
