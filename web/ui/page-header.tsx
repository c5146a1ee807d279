import { memo, type ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence under the title. */
  text?: ReactNode;
  /** The screen's main action, secondary ones before it. */
  actions?: ReactNode;
}

/** The title of a screen: its only h1, focused after navigation. */
export const PageHeader = memo(function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
});
