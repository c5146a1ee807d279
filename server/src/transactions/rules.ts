const payableKinds = ['payment-link', 'invoice', 'order'] as const;
type PayableKind = (typeof payableKinds)[number];

/** Returns the payable to which a transaction's source leads in the portal; null for other sources. */
export function payableOf(kind: string, id: number | null): { kind: PayableKind; id: number } | null {
  const known = payableKinds.find((each) => each === kind);
  return known && id !== null ? { kind: known, id } : null;
}
