import { type ReactNode, useId } from 'react';
import classes from './gallery.module.css';

/** A page of the gallery that shows several components. */
export function Examples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1 className={classes.title}>
        <bdi>{title}</bdi>
      </h1>
      {children}
    </>
  );
}

/** One component in its states. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.example} aria-labelledby={id}>
      <h2 id={id} className={classes.name}>
        <bdi>{name}</bdi>
      </h2>
      <div className={classes.states}>{children}</div>
    </section>
  );
}
