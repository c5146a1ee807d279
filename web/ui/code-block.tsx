import classes from './webhooks.module.css';

/** External text, unchanged; scrolls by keyboard too. */
export function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box scrolls by keyboard.
    <pre className={classes.code} dir="ltr" tabIndex={0}>
      {text}
    </pre>
  );
}
