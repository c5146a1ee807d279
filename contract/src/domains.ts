/** A merchant's own host name for payment pages, invoices and store. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { text } from './text.ts';

/** Days without the DNS record after which a domain lapses. */
export const DOMAIN_LAPSES_AFTER_DAYS = 7;
/** Days during which we look for the record of an unverified domain. */
export const DOMAIN_LOOKED_FOR_DAYS = 14;

/**
 * `waiting`: the record has not been found yet. `verified`: links use the domain. `missing`: they still do, but its
 * record is gone. `lapsed`: the record was missing for too long.
 */
export const DOMAIN_STATES = ['waiting', 'verified', 'missing', 'lapsed'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** A domain and the DNS record that proves its ownership. */
export const Domain = z.object({
  host: z.string(),
  /** The host in readable form; differs from `host` if it is not in Latin letters. */
  shown: z.string(),
  state: z.enum(DOMAIN_STATES),
  record: z.object({ name: z.string(), value: z.string() }),
  /** When the domain lapses unless its record comes back; ISO 8601. */
  lapses_at: z.nullable(z.string()),
});
export type Domain = z.output<typeof Domain>;

/** Sets the domain; of a web address, the host is used. */
export const DomainForm = z.object({ host: text(300), ...stepUpFields });

const PATH = '/merchant/AccountSettings/Domain';

export const domains = defineEndpoints({
  /** The merchant's domain; null without one. */
  get: {
    method: 'GET',
    path: PATH,
    base: 'mode',
    access: 'view-settings',
    whenNotLive: true,
    reply: data(z.nullable(Domain)),
  },
  /** Replaces the domain; links use it once its record is found. */
  save: {
    method: 'POST',
    path: PATH,
    base: 'mode',
    access: 'view-settings',
    body: DomainForm,
    stepUp: 'always',
    reply: data(Domain),
  },
  /** Looks up the record now. */
  check: {
    method: 'POST',
    path: '/merchant/AccountSettings/DomainCheck',
    base: 'mode',
    access: 'view-settings',
    reply: data(Domain),
  },
  remove: {
    method: 'DELETE',
    path: PATH,
    base: 'mode',
    access: 'view-settings',
    body: StepUp,
    stepUp: 'always',
    reply: data(z.null()),
  },
});
