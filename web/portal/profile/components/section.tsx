import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A section of the profile: its title, action and content. */
export function Section({ title, text, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={id} className={classes.heading}>
            {title}
          </h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
