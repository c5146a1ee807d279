/** Step-up: proof of identity before actions that a stolen session must not be able to perform. */
import * as z from 'zod/mini';

/** Additional form fields: the caller's own password. Operators have no other proof; only the server checks it. */
export const ownPasswordFields = {
  current_password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
};

export const OwnPassword = z.object(ownPasswordFields);

/**
 * Additional form fields: the person's own password, or `step_up`, the one-time token obtained with a passkey. One of
 * them is enough; only the server checks it.
 */
export const stepUpFields = {
  ...ownPasswordFields,
  step_up: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
};

export const StepUp = z.object(stepUpFields);
export type StepUp = z.output<typeof StepUp>;
