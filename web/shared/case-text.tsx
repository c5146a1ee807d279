/** A case's id and the network's reason code, as far as they are known. */
export function CaseText({
  row,
  className,
}: {
  row: { case_id: string; reason_code: string };
  className?: string;
}) {
  const parts = [row.case_id, row.reason_code].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <span className={className}>
      {parts.map((part, place) => (
        <span key={part}>
          {place > 0 && ' · '}
          <bdi>{part}</bdi>
        </span>
      ))}
    </span>
  );
}
