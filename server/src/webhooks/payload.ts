import { dataIn, type VersionedData } from '@daftar/contract/event-versions';
import { type ApiVersion, FIRST_VERSION } from '@daftar/contract/versions';
import type { Mode } from '../platform/context.ts';

/** The content of an event. */
export interface Told extends VersionedData {
  eventId: number;
  type: string;
  now: Date;
  mode: Mode;
}

/**
 * Returns the exact body of a message. Without a version (a callback URL from before versions existed) its format is
 * unchanged since then; with one it also contains the version of `data`, and the event's id in the API.
 */
export function payloadOf(told: Told, version: ApiVersion | null): string {
  const { eventId, type, now, mode } = told;
  const timestamp = now.toISOString();
  const { data, version: as } = dataIn(type, told, version ?? FIRST_VERSION);
  if (version === null) return JSON.stringify({ type, timestamp, mode, data });
  return JSON.stringify({ id: eventId, type, version: as, timestamp, mode, data });
}
