/** What the address of a payment page leads to. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { findAttemptAt, findOffer, type Offer } from './service.ts';
import type { AttemptRow } from './store.ts';

const TOKEN = /^[\w-]{20,64}$/;

/** The parts of an address. */
export interface Params {
  token: string;
  attempt: string;
  action: string;
}

/** The page of an attempt. */
export const addressOf = (attempt: AttemptRow, token: string) => `/pay/${token}/${attempt.token}`;

/** The offer of an address; null for an unknown one. */
export async function offerOf(app: App, request: FastifyRequest): Promise<Offer | null> {
  const { token } = request.params as Params;
  return TOKEN.test(token) ? findOffer(app, token) : null;
}

/** The attempt of an address, with its offer; null for an unknown one. */
export async function attemptOf(app: App, request: FastifyRequest) {
  const offer = await offerOf(app, request);
  const { attempt: token } = request.params as Params;
  const attempt = offer && TOKEN.test(token) ? await findAttemptAt(app, offer.payable, token) : null;
  return offer && attempt ? { offer, attempt } : null;
}
