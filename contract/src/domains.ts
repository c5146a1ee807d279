/** A merchant's own host name for payment pages, invoices and store. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { text } from './text.ts';

/** Days without the DNS record after which a domain is given up. */
export const DOMAIN_LAPSES_AFTER_DAYS = 7;
/** Days during which we look for the record of a domain that is not verified yet. */
export const DOMAIN_LOOKED_FOR_DAYS = 14;

/**
 * `waiting`: the record was not found yet. `verified`: addresses use the domain. `missing`: they still do, but its record is
 * gone. `lapsed`: the record was gone for too long.
 */
export const DOMAIN_STATES = ['waiting', 'verified', 'missing', 'lapsed'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** A domain and the DNS record that proves who it belongs to. */
export const Domain = z.object({
  host: z.string(),
  /** The same, as people read it; differs where it is not in Latin letters. */
  shown: z.string(),
  state: z.enum(DOMAIN_STATES),
  record: z.object({ name: z.string(), value: z.string() }),
  /** When the domain lapses unless its record comes back; ISO 8601. */
  lapses_at: z.nullable(z.string()),
});
export type Domain = z.output<typeof Domain>;

/** Names the domain; a web address is accepted for its host. */
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
  /** Replaces the domain; addresses use it once its record is found. */
  save: {
    method: 'POST',
    path: PATH,
    base: 'mode',
    access: 'view-settings',
    body: DomainForm,
    stepUp: 'always',
    reply: data(Domain),
  },
  /** Looks for the record now. */
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
