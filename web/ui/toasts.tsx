import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear; `notify` fills it. */
export default function Toasts({ position }: { position: 'bottom-left' | 'bottom-right' }) {
  return <Notifications key={position} position={position} limit={4} autoClose={3000} zIndex={1000} />;
}
