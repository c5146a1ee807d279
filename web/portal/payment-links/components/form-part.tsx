import type { ReactNode } from 'react';
import classes from './form.module.css';

/** A titled group of fields. */
export function FormPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{title}</legend>
      {text && <p className={classes.help}>{text}</p>}
      {children}
    </fieldset>
  );
}
