import { type ReactNode, type RefObject, useEffect } from 'react';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import classes from './panel.module.css';

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
