import type { Mode } from '../../src/platform/context.ts';
import type { Actor, OperatorActor, TestServer } from './server.ts';

/** The server, merchant and mode that a sample is created for. */
export interface World {
  daftar: TestServer;
  actor: Actor;
  mode: Mode;
  /** Who calls an endpoint of the console, where the path refers to something of their own. */
  operator?: OperatorActor;
}

let serial = 0;

/** Returns a new number on each call. */
export const next = (): number => {
  serial += 1;
  return serial;
};

export type Fields = Record<string, unknown>;
export type Query = Record<string, string>;

/**
 * The parts of a valid request to one endpoint that cannot be derived from the contract. Required for every endpoint with
 * path parameters or a body.
 */
export interface Sample {
  /** Creates the rows that the path refers to, for this merchant and mode. @returns the path parameters */
  params?: (world: World) => Promise<Record<string, string | number>>;
  /** Set when the path refers to something of the merchant that both modes share. */
  sharedByModes?: true;
  /** The merchant status that the endpoint requires, if approved merchants may not call it. */
  status?: number;
  /** Who calls where the call succeeds, if it ends the caller's session; the merchant's owner otherwise. */
  as?: (world: World) => Promise<Actor>;
  query?: Query | ((world: World) => Promise<Query>);
  /** Returns a new valid body on each call; a form for multipart requests. */
  body?: (world: World) => Fields | FormData | Promise<Fields | FormData>;
}
