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

/** Tells the panel whether a form has something to lose, for as long as the form is shown. */
export function useTold(told: RefObject<() => boolean>, isDirty: () => boolean): void {
  told.current = isDirty;
  useEffect(
    () => () => {
      told.current = clean;
    },
    [told],
  );
}

/** A step that has just come into sight takes the focus into its first field. */
export function useFirstField(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus();
  }, [form]);
}
