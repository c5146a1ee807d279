/** The provider's own directory, which manages operators and their groups here (SCIM 2.0), and its token. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { OPERATOR_ROLES } from './ops-roles.ts';
import { OwnPassword } from './step-up.ts';

/** Path at which the directory calls. Its calls have SCIM's form (RFC 7644), not ours. */
export const OPS_SCIM_PATH = '/scim/ops/v2';

/** The connection of the provider's directory. */
export const OperatorDirectory = z.object({
  /** The URL to enter in the directory. */
  url: z.string(),
  /** The domain of operators' addresses; null if the configuration has none, so that no token can be created. */
  domain: z.nullable(z.string()),
  /** An operator gets the role of the first of these groups that they are in; from the configuration. */
  mapping: z.array(
    z.object({
      /** The group's name, or its id in the directory. */
      group: z.string(),
      role: z.enum(OPERATOR_ROLES),
      /** The number of operators in it; null for a group that the directory has not sent. */
      operators: z.nullable(z.number()),
    }),
  ),
  /** Null if there is no token. */
  token: z.nullable(
    z.object({
      /** The beginning of the token. */
      shown: z.string(),
      made_at: z.string(),
      /** E-mail address. */
      made_by: z.string(),
      /** True: its creator can no longer sign in, but may still know the token. */
      maker_left: z.boolean(),
      /** To the minute; null before the first call. */
      last_used_at: z.nullable(z.string()),
    }),
  ),
  /** The number of operators known to the directory. */
  people: z.number(),
  groups: z.number(),
  /** The directory's last actions, newest first. */
  recent: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      /** In the reader's language. */
      action_name: z.string(),
      /** The operator's address or the group's name; empty for a deleted group. */
      subject: z.string(),
    }),
  ),
});
export type OperatorDirectory = z.output<typeof OperatorDirectory>;

const PATH = '/ops/operator-directory';

export const opsDirectory = defineEndpoints({
  settings: {
    method: 'GET',
    path: PATH,
    base: 'fixed',
    access: 'ops:operators',
    reply: data(OperatorDirectory),
  },
  /**
   * Creates a token, shown only in this reply; the previous one ends. Its holder decides who is an operator, with the
   * roles that the configuration assigns to groups.
   */
  makeToken: {
    method: 'POST',
    path: PATH,
    base: 'fixed',
    access: 'ops:operators',
    body: OwnPassword,
    stepUp: 'always',
    reply: data(z.extend(OperatorDirectory, { new_token: z.string() })),
  },
  /** Revokes the token and deletes the groups; operators stay unchanged. */
  revoke: {
    method: 'DELETE',
    path: PATH,
    base: 'fixed',
    access: 'ops:operators',
    body: OwnPassword,
    stepUp: 'always',
    reply: done,
  },
});
