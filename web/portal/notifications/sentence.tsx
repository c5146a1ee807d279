import classes from './bell.module.css';

/** Text that the server isolated: a name or reference in a sentence of perhaps the other direction. */
const ISOLATED = /\u2068([^\u2068\u2069]*)\u2069/;
const REFERENCE = /^[A-Z]{2,3}-[0-9A-Z]{8}$/;

/** A sentence whose references stay on one line: browsers would break them at the hyphen. */
export function Sentence({ text }: { text: string }) {
  return text.split(ISOLATED).map((part, index) => {
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence do not move.
      <bdi key={index} {...(REFERENCE.test(part) ? { className: classes.whole } : {})}>
        {part}
      </bdi>
    );
  });
}
