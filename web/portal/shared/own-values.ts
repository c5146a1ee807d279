/** What the merchant's own software knows something by, as forms hold it. */

/** A text by its key, both as typed. */
export interface OwnRow {
  key: string;
  value: string;
}

export type OwnValues = {
  merchant_reference: string;
  metadata: OwnRow[];
};

/** The fields of a form that has these values. */
export const OWN_FIELDS = ['merchant_reference', 'metadata'] as const;

export const EMPTY_OWN: OwnValues = { merchant_reference: '', metadata: [] };

/** As replies have it. */
export interface Own {
  merchant_reference: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** What is there, as a form begins with it. */
export const ownValuesOf = ({ merchant_reference, metadata }: Own): OwnValues => ({
  merchant_reference: merchant_reference ?? '',
  metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
});

/** Rows in which something is typed. */
const filled = (rows: readonly OwnRow[]) =>
  rows
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter((row) => row.key || row.value);

/** What is sent: empty fields take away what was there. */
export const ownPayload = ({ merchant_reference, metadata }: OwnValues) => ({
  merchant_reference: merchant_reference.trim(),
  metadata: Object.fromEntries(filled(metadata).map(({ key, value }) => [key, value])),
});

/** The form's own rule: each text has a key of its own. */
export function ownRules({ metadata }: OwnValues): { metadata?: string } {
  const keys = filled(metadata).map(({ key }) => key);
  if (keys.includes('')) return { metadata: 'MetadataKeyMissing' };
  return new Set(keys).size < keys.length ? { metadata: 'MetadataKeyTwice' } : {};
}

/** Whether something that was kept is such rows. */
export const isOwnRows = (kept: unknown): kept is OwnRow[] =>
  Array.isArray(kept) &&
  kept.every((row: Partial<Record<keyof OwnRow, unknown>> | null) => {
    return typeof row?.key === 'string' && typeof row.value === 'string';
  });
