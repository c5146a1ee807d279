import { type ReactNode, type RefObject, useEffect } from 'react';
import { type DrawerControls, SideDrawer } from '../../../ui/side-drawer.tsx';
import classes from './panel.module.css';

export type PanelControls = DrawerControls;

interface PanelProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: (controls: PanelControls) => ReactNode;
}

/** The side panel of refunds and payouts. */
export function Panel({ opened, onClose, title, children }: PanelProps) {
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} width={30}>
      {(controls) => <div className={classes.panel}>{children(controls)}</div>}
    </SideDrawer>
  );
}

const clean = () => false;

/** Reports unsaved input to the panel while the form is mounted. */
export function useReportDirty(reported: RefObject<() => boolean>, isDirty: () => boolean): void {
  reported.current = isDirty;
  useEffect(
    () => () => {
      reported.current = clean;
    },
    [reported],
  );
}

/** Focuses the first field when a step is shown. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [form]);
}
