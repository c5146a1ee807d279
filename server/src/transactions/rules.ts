const payableKinds = ['payment-link', 'invoice', 'order'] as const;
type PayableKind = (typeof payableKinds)[number];

/** Where in the portal the source of a transaction is shown, if it is something that was paid. */
export function payableOf(kind: string, id: number | null): { kind: PayableKind; id: number } | null {
  const known = payableKinds.find((each) => each === kind);
  return known && id !== null ? { kind: known, id } : null;
}
