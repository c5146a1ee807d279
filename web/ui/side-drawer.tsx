import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyMount, useOpenedAfterDraw } from './lazy-mount.ts';
import classes from './side-drawer.module.css';
import { LeaveContext, useAskedLeave } from './use-asked-leave.ts';

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** In rem; full width on a phone. */
  width?: number;
  /** Text of the unsaved-changes dialog; a general sentence by default. */
  unsavedText?: string;
  children: ReactNode;
}

/**
 * A panel at the side. Its content is mounted anew on each opening; closing with unsaved input asks first and restores
 * the focus.
 */
export function SideDrawer(props: SideDrawerProps) {
  const [shouldMount] = useLazyMount(props.opened);
  return shouldMount && <MountedDrawer {...props} />;
}

function MountedDrawer({ opened, onClose, title, width = 28, unsavedText, children }: SideDrawerProps) {
  const { t } = useTranslation('common');
  const asked = useAskedLeave(onClose, unsavedText);
  const shown = useOpenedAfterDraw(opened);
  return (
    <Drawer
      opened={shown}
      onClose={asked.leave}
      position="right"
      size={`min(${width}rem, 100vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': t('close'), size: 40 }}
      classNames={{ title: classes.title ?? '' }}
    >
      <LeaveContext value={asked}>{children}</LeaveContext>
    </Drawer>
  );
}
