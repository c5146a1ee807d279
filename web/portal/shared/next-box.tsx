import type { ComponentType, ReactNode } from 'react';
import classes from './next-box.module.css';

interface NextBoxProps {
  /** To be done by the merchant, being done by others, well ended, or badly. */
  tone: 'todo' | 'wait' | 'good' | 'bad';
  icon: ComponentType<{
    size?: number;
    stroke?: number;
    className?: string | undefined;
    'aria-hidden'?: boolean;
  }>;
  title: ReactNode;
  /** Accessible name of the part. */
  label: string;
  /** What can be done about it. */
  buttons?: ReactNode;
  children?: ReactNode;
}

/** The first thing on the page of something that waits or has ended: what that means, and what to do about it. */
export function NextBox({ tone, icon: Icon, title, label, buttons, children }: NextBoxProps) {
  return (
    <section className={classes.box} data-tone={tone} aria-label={label}>
      <h2 className={classes.title}>
        <Icon size={22} stroke={1.75} className={classes.icon} aria-hidden />
        {title}
      </h2>
      {children}
      {buttons && <div className={classes.buttons}>{buttons}</div>}
    </section>
  );
}
