/** The company's directory, which manages its people and groups here (SCIM 2.0), and its token. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { Id } from './text.ts';

/** Path at which a directory calls. Its calls have SCIM's form (RFC 7644), not ours. */
export const SCIM_PATH = '/scim/v2';

/** An action of the directory. */
export const ScimEvent = z.object({
  id: z.number(),
  created_at: z.string(),
  /** In the reader's language. */
  action_name: z.string(),
  /** The name of the person or group; empty for a deleted group. */
  subject: z.string(),
});
export type ScimEvent = z.output<typeof ScimEvent>;

/** The token that a directory uses for its calls. */
export const ScimToken = z.object({
  /** The beginning of the token. */
  shown: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  /** True: its creator can no longer sign in, but may still know the token. */
  maker_left: z.boolean(),
  /** To the minute; null before the first call. */
  last_used_at: z.nullable(z.string()),
  /** The role of people in no group that has a role. */
  starting_role_id: z.number(),
  /** In the reader's language. */
  starting_role: z.string(),
});

/** The connection of a company's directory. */
export const Scim = z.object({
  /** The URL to enter at the provider. */
  url: z.string(),
  /** Null if there is no token. */
  token: z.nullable(ScimToken),
  /** The number of people known to the directory. */
  people: z.number(),
  groups: z.number(),
  /** The directory's last actions, newest first. */
  recent: z.array(ScimEvent),
});
export type Scim = z.output<typeof Scim>;

export const ScimForm = z.object({ starting_role_id: Id, ...stepUpFields });
export type ScimFormValues = z.output<typeof ScimForm>;

const SETTINGS = '/merchant/business-account/company-sign-in/scim';

export const scim = defineEndpoints({
  settings: {
    method: 'GET',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(Scim),
  },
  /**
   * Creates a token, shown only in this reply; the previous one ends. Its holder decides about everybody but owners.
   */
  makeToken: {
    method: 'POST',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: ScimForm,
    stepUp: 'always',
    reply: data(z.extend(Scim, { new_token: z.string() })),
  },
  /** Sets the starting role. */
  setRole: {
    method: 'PUT',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: ScimForm,
    stepUp: 'always',
    reply: data(Scim),
  },
  /** Revokes the token and deletes the groups; people stay unchanged. */
  revoke: {
    method: 'DELETE',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: StepUp,
    stepUp: 'always',
    reply: done,
  },
});
