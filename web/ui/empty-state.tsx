import type { ComponentType, ReactNode } from 'react';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** What is listed here. */
  text?: string;
  /** Button that creates the first item. */
  action?: ReactNode;
}

/** Shown in place of an empty list: what belongs here, and the action that adds it. */
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
