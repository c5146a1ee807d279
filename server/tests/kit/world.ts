import type { Mode } from '../../src/platform/context.ts';
import type { Actor, TestServer } from './server.ts';

/** Whom a sample is made for. */
export interface World {
  daftar: TestServer;
  actor: Actor;
  mode: Mode;
}

let serial = 0;

/** A number that no sample has had before. */
export const next = (): number => {
  serial += 1;
  return serial;
};

export type Fields = Record<string, unknown>;
export type Query = Record<string, string>;

/**
 * A valid request to one endpoint, as far as the contract alone cannot provide it. Every endpoint with path parameters
 * or a body must have one.
 */
export interface Sample {
  /** Makes what the path names, of this merchant and mode. */
  params?: (world: World) => Promise<Record<string, string | number>>;
  /** What it names belongs to the merchant, not to a mode. */
  sharedByModes?: true;
  /** What the merchant must be, where a live one may not. */
  status?: number;
  query?: Query | ((world: World) => Promise<Query>);
  /** A body that is accepted, each time a fresh one; a form for multipart calls. */
  body?: (world: World) => Fields | FormData | Promise<Fields | FormData>;
}
