/** The company's directory: what keeps its people and groups here (SCIM 2.0), and with which token. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { Id } from './text.ts';

/** Where a directory calls, below the address of the product. Its calls have SCIM's own form (RFC 7644), not ours. */
export const SCIM_PATH = '/scim/v2';

/** Something that the directory did. */
export const ScimEvent = z.object({
  id: z.number(),
  created_at: z.string(),
  /** In the reader's language. */
  action_name: z.string(),
  /** The name of the person or group; empty for a group that is gone. */
  subject: z.string(),
});
export type ScimEvent = z.output<typeof ScimEvent>;

/** The token with which a directory calls. */
export const ScimToken = z.object({
  /** Its first characters. */
  shown: z.string(),
  made_at: z.string(),
  made_by: z.string(),
  /** Whoever made it cannot sign in any more, and may still know it. */
  maker_left: z.boolean(),
  /** To the minute; null before the first call. */
  last_used_at: z.nullable(z.string()),
  /** The role of people who are in no group that has one. */
  starting_role_id: z.number(),
  /** In the reader's language. */
  starting_role: z.string(),
});

/** What a company's directory may do here. */
export const Scim = z.object({
  /** The address to be entered at the provider. */
  url: z.string(),
  /** Null while there is none. */
  token: z.nullable(ScimToken),
  /** People whom the directory knows. */
  people: z.number(),
  groups: z.number(),
  /** The last of what it did, newest first. */
  recent: z.array(ScimEvent),
});
export type Scim = z.output<typeof Scim>;

export const ScimForm = z.object({ starting_role_id: Id, ...stepUpFields });
export type ScimFormInput = z.input<typeof ScimForm>;
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
  /** Makes a token, which this reply alone shows; a former one ends. Whoever has it decides about everybody but owners. */
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
  /** Says with which role people begin. */
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
  /** Ends the token and forgets the groups; people stay as they are. */
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
