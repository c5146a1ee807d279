/** What the merchant's own software knows something by, as forms hold it. */

/** A text by its key, both as typed. */
export interface OwnRow {
  key: string;
  value: string;
}

export type OwnReferenceValues = {
  merchant_reference: string;
  /** Refuse the number if another has it. What is kept does not say so, and an update that leaves it out keeps it. */
  merchant_reference_unique: boolean;
};

export type OwnValues = OwnReferenceValues & {
  metadata: OwnRow[];
};

/** The fields of a form that has these values. */
export const OWN_FIELDS = ['merchant_reference', 'merchant_reference_unique', 'metadata'] as const;

export const EMPTY_OWN: OwnValues = {
  merchant_reference: '',
  merchant_reference_unique: false,
  metadata: [],
};

/** As replies have it. */
export interface Own {
  merchant_reference: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** What is there, as a form begins with it. */
export const ownValuesOf = ({ merchant_reference, metadata }: Own): OwnValues => ({
  merchant_reference: merchant_reference ?? '',
  merchant_reference_unique: false,
  metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
});

/** Rows in which something is typed. */
const filled = (rows: readonly OwnRow[]) =>
  rows
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter((row) => row.key || row.value);

/** What is sent of the number: an empty field takes away what was there. */
export const referencePayload = ({ merchant_reference, merchant_reference_unique }: OwnReferenceValues) => ({
  merchant_reference: merchant_reference.trim(),
  ...(merchant_reference_unique ? { merchant_reference_unique } : {}),
});

/** What is sent: empty fields take away what was there. */
export const ownPayload = ({ metadata, ...reference }: OwnValues) => ({
  ...referencePayload(reference),
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
