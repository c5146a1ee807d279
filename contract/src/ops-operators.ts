import * as z from 'zod/mini';
import { NewPassword, passwordsMatch } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { OperatorProfile, TotpCode } from './ops.ts';
import { OPERATOR_ROLES } from './ops-roles.ts';
import { email, IdParams, text } from './text.ts';

/** How long an invitation link is valid. */
export const INVITATION_HOURS = 24;

export const OPERATOR_STATES = ['active', 'invited', 'disabled'] as const;

export const OperatorRow = z.object({
  id: z.number(),
  email: z.string(),
  role: z.enum(OPERATOR_ROLES),
  state: z.enum(OPERATOR_STATES),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
  /** For invited operators: until when the link is valid. */
  invited_until: z.nullable(z.string()),
});
export type OperatorRow = z.output<typeof OperatorRow>;

export const InviteForm = z.object({ email: email(), role: z.enum(OPERATOR_ROLES, { error: 'Required' }) });

const Token = text(200);

export const JoinForm = z
  .object({ token: Token, password: NewPassword, password_confirmation: z.string(), code: TotpCode })
  .check(passwordsMatch);

/** The provider's staff with access to the console, and how invited people join. */
export const opsOperators = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/operators',
    base: 'fixed',
    access: 'ops:operators',
    reply: data(z.array(OperatorRow)),
  },
  /** Sends a link to choose a password and set up an authenticator. */
  invite: {
    method: 'POST',
    path: '/ops/operators',
    base: 'fixed',
    access: 'ops:operators',
    body: InviteForm,
    reply: done,
  },
  /** For operators who lost a credential or return: invalidates the old credentials and sends a new link. */
  reset: {
    method: 'POST',
    path: '/ops/operators/:id/reset',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    reply: done,
  },
  /** Takes effect on the operator's next call. */
  disable: {
    method: 'POST',
    path: '/ops/operators/:id/disable',
    base: 'fixed',
    access: 'ops:operators',
    params: IdParams,
    reply: done,
  },
  /** Returns the purpose of the link and the authenticator secret, which stays the same until the link is used. */
  openInvitation: {
    method: 'POST',
    path: '/ops/join/open',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: Token }),
    reply: data(
      z.object({ email: z.string(), role: z.enum(OPERATOR_ROLES), secret: z.string(), uri: z.string() }),
    ),
  },
  /** Consumes the link and signs in. */
  join: {
    method: 'POST',
    path: '/ops/join',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: JoinForm,
    reply: data(OperatorProfile),
  },
});
