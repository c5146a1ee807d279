/** Renders an e-mail address left to right, wrapping before the @ rather than within a word. */
export function Email({ value, className }: { value: string; className?: string | undefined }) {
  const at = Math.max(value.lastIndexOf('@'), 0);
  return (
    <bdi dir="ltr" className={className}>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </bdi>
  );
}
