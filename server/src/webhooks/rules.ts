/**
 * Pauses after each failed attempt, in seconds: the tenth and last attempt is a little over three days after the first.
 */
export const GAPS_SECONDS = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** Maximum `Retry-After` that is honoured. */
const MAX_RETRY_AFTER_SECONDS = 24 * 3600;
/** Retries are spread by this fraction of the pause, so that a recovering receiver is not overwhelmed. */
const JITTER = 0.1;

/**
 * Returns the pause after failed attempt number `attempt` (from 1): spread by `chance` (0 to 1), or the receiver's
 * `Retry-After` when that is longer. Null after the last.
 */
export function pauseAfter(attempt: number, retryAfterSeconds: number | null, chance: number): number | null {
  const gap = GAPS_SECONDS[attempt - 1];
  if (gap === undefined) return null;
  const spread = gap * (1 + JITTER * chance);
  return Math.max(spread, Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
}

/** Parses the seconds of a `Retry-After` header, which is a number or a date. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim());
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? null : Math.max(0, (moment - now.getTime()) / 1000);
}

/**
 * Returns the subject of an event: the kind of object before the dot of its type, its id, and its reference or code.
 */
export function aboutOf(
  type: string,
  data: object,
): { object: string; objectId: number | null; reference: string } {
  const { id, reference, transaction_reference, code } = data as Record<string, unknown>;
  const name = [reference, code, transaction_reference].find((each) => typeof each === 'string') ?? '';
  return {
    object: type.slice(0, type.indexOf('.')),
    objectId: typeof id === 'number' ? id : null,
    reference: name as string,
  };
}
