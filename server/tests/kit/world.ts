import type { Mode } from '../../src/platform/context.ts';
import type { Actor, TestServer } from './server.ts';

/** The state that a sample is created for. */
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
 * A valid request to one endpoint, as far as the contract alone cannot provide it. Required for every endpoint with
 * path parameters or a body.
 */
export interface Sample {
  /** Creates what the path refers to, for this merchant and mode. */
  params?: (world: World) => Promise<Record<string, string | number>>;
  /** It belongs to the merchant, and both modes share it. */
  sharedByModes?: true;
  /** The required status of the merchant, where approved ones may not call it. */
  status?: number;
  query?: Query | ((world: World) => Promise<Query>);
  /** A valid body, new each time; a form for multipart calls. */
  body?: (world: World) => Fields | FormData | Promise<Fields | FormData>;
}
