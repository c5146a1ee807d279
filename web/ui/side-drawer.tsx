import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenedAfterDraw, useWanted } from './opened-after-draw.ts';
import classes from './side-drawer.module.css';
import { type LeaveControls, useAskedLeave } from './use-asked-leave.ts';

export type DrawerControls = LeaveControls;

interface SideDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** In rem; the whole screen of a phone. */
  width?: number;
  /** What would be lost; a general sentence without it. */
  unsavedText?: string;
  children: ReactNode | ((controls: DrawerControls) => ReactNode);
}

/**
 * A panel at the side. What is in it starts anew each time it opens, what was typed in it is not lost unasked, and when it
 * closes the focus is where it was.
 */
export function SideDrawer(props: SideDrawerProps) {
  const [wanted] = useWanted(props.opened);
  return wanted && <MountedDrawer {...props} />;
}

function MountedDrawer({ opened, onClose, title, width = 28, unsavedText, children }: SideDrawerProps) {
  const { t } = useTranslation('common');
  const controls = useAskedLeave(onClose, unsavedText);
  const shown = useOpenedAfterDraw(opened);
  return (
    <Drawer
      opened={shown}
      onClose={controls.leave}
      position="right"
      size={`min(${width}rem, 100vw)`}
      title={title}
      closeButtonProps={{ 'aria-label': t('close'), size: 40 }}
      classNames={{ title: classes.title ?? '' }}
    >
      {typeof children === 'function' ? children(controls) : children}
    </Drawer>
  );
}
