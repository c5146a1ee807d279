import classes from './code-block.module.css';

interface CodeBlockProps {
  text: string;
  /** Which lines stand out, where a text is compared with another. */
  isMarked?: (line: string) => boolean;
}

/** Code or external text, unchanged, line by line as it is; scrolls by keyboard too. */
export function CodeBlock({ text, isMarked }: CodeBlockProps) {
  const lines = text.split('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box scrolls by keyboard.
    <pre className={classes.code} dir="ltr" tabIndex={0}>
      {isMarked
        ? lines.map((line, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place.
            isMarked(line) ? <mark key={at}>{`${line}\n`}</mark> : `${line}\n`,
          )
        : text}
    </pre>
  );
}
