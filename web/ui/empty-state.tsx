import type { ComponentType, ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** What this place is for. */
  text?: string;
  /** What fills it. */
  action?: ReactNode;
}

/** A place with nothing in it yet: what it is, and the action that fills it. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {Icon && (
        <span className={classes.icon} aria-hidden>
          <Icon size={26} stroke={1.5} />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
