/** An e-mail address that keeps its direction and, where there is no room for it, breaks before its @ rather than in a word. */
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
