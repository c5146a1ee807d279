import classes from './code-block.module.css';

/** Code or external text, unchanged, line by line as it is; scrolls by keyboard too. */
export function CodeBlock({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box scrolls by keyboard.
    <pre className={classes.code} dir="ltr" tabIndex={0}>
      {text}
    </pre>
  );
}
