import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** Said before somebody asks: what they ask for waits for a second person. */
export function Waits({ children }: { children: ReactNode }) {
  return (
    <p className={classes.waits}>
      <IconUsers size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
