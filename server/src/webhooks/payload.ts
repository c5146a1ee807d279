import { dataIn, type VersionedData } from '@daftar/contract/event-versions';
import { type ApiVersion, FIRST_VERSION } from '@daftar/contract/versions';
import type { Mode } from '../platform/context.ts';

/** An event as it is to be told. */
export interface Told extends VersionedData {
  eventId: number;
  type: string;
  now: Date;
  mode: Mode;
}

/**
 * The exact body of a message. Without a version (a callback URL from before there were any) it is what it always was; with one it also
 * says the version that `data` is in, and the event's id, by which the API reads it.
 */
export function payloadOf(told: Told, version: ApiVersion | null): string {
  const { eventId, type, now, mode } = told;
  const timestamp = now.toISOString();
  const { data, version: as } = dataIn(type, told, version ?? FIRST_VERSION);
  if (version === null) return JSON.stringify({ type, timestamp, mode, data });
  return JSON.stringify({ id: eventId, type, version: as, timestamp, mode, data });
}
