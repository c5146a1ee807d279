/** A case's id and the network's reason code in brackets, as far as they are known; a narrow column has them in two lines. */
export function CaseText({
  row,
  className,
}: {
  row: { case_id: string; reason_code: string };
  className?: string;
}) {
  const { case_id, reason_code } = row;
  if (!case_id && !reason_code) return null;
  return (
    <span className={className}>
      {case_id && <bdi>{case_id}</bdi>}
      {case_id && reason_code && ' '}
      {reason_code && <bdi>{case_id ? `(${reason_code})` : reason_code}</bdi>}
    </span>
  );
}
