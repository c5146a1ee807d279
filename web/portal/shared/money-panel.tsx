import { IconUsers } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import classes from './money-panel.module.css';

interface PanelProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}

/** The side panel of refunds and payouts. */
export function Panel({ opened, onClose, title, children }: PanelProps) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} width={30}>
      <div className={classes.panel}>{children}</div>
    </SideDrawer>
  );
}

/** Focuses the first field when a step is shown. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [form]);
}

/** Announces beforehand that the request will wait for approval. */
export function Waits({ children }: { children: ReactNode }) {
  return (
    <p className={classes.waits}>
      <IconUsers size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
