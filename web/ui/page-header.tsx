import { memo, type ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence under the title, where the title is not enough. */
  text?: ReactNode;
  /** The one main action of the screen, and quieter ones before it. */
  actions?: ReactNode;
}

/** The title of a screen: its only h1, which takes the focus after a change of screen. */
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
