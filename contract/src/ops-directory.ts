/** The provider's own directory: what keeps operators and their groups here (SCIM 2.0), and with which token. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { OPERATOR_ROLES } from './ops-roles.ts';
import { OwnPassword } from './step-up.ts';

/** Where that directory calls, below the address of the product. Its calls have SCIM's own form (RFC 7644), not ours. */
export const OPS_SCIM_PATH = '/scim/ops/v2';

/** What the directory may do here. */
export const OperatorDirectory = z.object({
  /** The address to be entered at the directory. */
  url: z.string(),
  /** Of the operators' addresses; null where the configuration names none, and nobody can make a token. */
  domain: z.nullable(z.string()),
  /** Of the groups that somebody is in, the first of these gives their role; by the configuration. */
  mapping: z.array(
    z.object({
      /** Its name, or what the directory calls it. */
      group: z.string(),
      role: z.enum(OPERATOR_ROLES),
      /** Operators in it; null for a group that the directory has not sent. */
      operators: z.nullable(z.number()),
    }),
  ),
  /** Null while there is none. */
  token: z.nullable(
    z.object({
      /** Its first characters. */
      shown: z.string(),
      made_at: z.string(),
      /** E-mail address. */
      made_by: z.string(),
      /** Whoever made it cannot sign in any more, and may still know it. */
      maker_left: z.boolean(),
      /** To the minute; null before the first call. */
      last_used_at: z.nullable(z.string()),
    }),
  ),
  /** Operators whom the directory knows. */
  people: z.number(),
  groups: z.number(),
  /** The last of what it did, newest first. */
  recent: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      /** In the reader's language. */
      action_name: z.string(),
      /** The operator's address or the group's name; empty for a group that is gone. */
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
   * Makes a token, which this reply alone shows; a former one ends. Whoever has it decides who is an operator, with the roles that the
   * configuration gives to groups.
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
  /** Ends the token and forgets the groups; operators stay as they are. */
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
