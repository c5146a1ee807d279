import type { EXPIRY_STATES } from '@daftar/contract/ops-documents';

/** Days before the expiry on which the merchant is reminded. */
export const REMIND_DAYS = [1, 7, 30] as const;
/** Recorded once the merchant was notified that a document has expired. */
export const AFTER = -1;

/** Adds days to a day, `YYYY-MM-DD`. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the reminder due on a day: a number of days before, {@link AFTER}, or null before the first. */
export function reminderOn(today: string, expiresOn: string): number | null {
  if (expiresOn < today) return AFTER;
  return REMIND_DAYS.find((days) => expiresOn <= plusDays(today, days)) ?? null;
}

/** Returns the last expiry day that counts as soon. */
export const lastSoonDay = (today: string): string => plusDays(today, Math.max(...REMIND_DAYS));

/** Returns the state of a document on a day. */
export function stateOn(
  today: string,
  { expiresOn, holdReason }: { expiresOn: string; holdReason: string | null },
): (typeof EXPIRY_STATES)[number] {
  if (holdReason !== null) return 'held';
  if (expiresOn < today) return 'expired';
  return expiresOn <= lastSoonDay(today) ? 'soon' : 'valid';
}
