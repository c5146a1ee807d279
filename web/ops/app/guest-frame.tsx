import type { ReactNode } from 'react';
import { useBusy } from '../../shared/activity.ts';
import { Brand } from '../../ui/brand.tsx';
import classes from './guest-frame.module.css';
import { Tools } from './tools.tsx';

/** The frame of the screens before sign-in. */
export function GuestFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const busy = useBusy();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Brand />
        <span>
          <Tools />
        </span>
      </header>
      <main className={classes.main} aria-busy={busy}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </main>
    </div>
  );
}
