import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** Announces beforehand that the request will wait for approval. */
export function Waits({ children }: { children: ReactNode }) {
  return (
    <p className={classes.waits}>
      <IconUsers size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
