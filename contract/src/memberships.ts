/** The businesses that a person belongs to: listing them, switching between them, and leaving one. */
import * as z from 'zod/mini';
import { SignedIn } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { ProofForm } from './profile.ts';
import { Id } from './text.ts';

export const Membership = z.object({
  merchant_id: z.number(),
  business_name: z.string(),
  /** In the reader's language. */
  role: z.string(),
  /** True: the business of this session. */
  is_current: z.boolean(),
});
export type Membership = z.output<typeof Membership>;

export const memberships = defineEndpoints({
  /** Lists the businesses that the caller can switch to, and the current one. */
  list: {
    method: 'GET',
    path: '/merchant/memberships',
    base: 'fixed',
    access: 'signed-in',
    reply: data(z.array(Membership)),
  },
  /** Ends this session and opens one in another business of the caller. */
  switch: {
    method: 'POST',
    path: '/merchant/memberships/switch',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z.object({ merchant_id: Id }),
    reply: data(SignedIn),
  },
  /** Ends the caller's membership in this session's business. */
  leave: {
    method: 'POST',
    path: '/merchant/memberships/leave',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: done,
  },
});
