/** Finds what a URL of the payment page refers to. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/context.ts';
import { findAttemptAt, findOffer, type Offer } from './service.ts';
import type { AttemptRow } from './store.ts';

const TOKEN = /^[\w-]{20,64}$/;

/** The parts of a URL. */
export interface Params {
  token: string;
  attempt: string;
  action: string;
}

/** Returns the path of an attempt's page. */
export const addressOf = (attempt: AttemptRow, token: string) => `/pay/${token}/${attempt.token}`;

/** Returns the offer of a URL; null if unknown. */
export async function offerOf(app: App, request: FastifyRequest): Promise<Offer | null> {
  const { token } = request.params as Params;
  return TOKEN.test(token) ? findOffer(app, token) : null;
}

/** Returns the attempt of a URL, with its offer; null if unknown. */
export async function attemptOf(app: App, request: FastifyRequest) {
  const offer = await offerOf(app, request);
  const { attempt: token } = request.params as Params;
  const attempt = offer && TOKEN.test(token) ? await findAttemptAt(app, offer.payable, token) : null;
  return offer && attempt ? { offer, attempt } : null;
}
