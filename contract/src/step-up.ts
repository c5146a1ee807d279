/** Step-up: proof of identity before anything that a stolen session must not do. */
import * as z from 'zod/mini';

/** Added to a form's fields: the caller's own password. Operators have no other proof; only the server checks it. */
export const ownPasswordFields = {
  current_password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
};

export const OwnPassword = z.object(ownPasswordFields);

/**
 * Added to a form's fields: the person's own password, or `step_up`, the one-time token that a passkey's answer was
 * exchanged for. Either will do; only the server checks it.
 */
export const stepUpFields = {
  ...ownPasswordFields,
  step_up: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
};

export const StepUp = z.object(stepUpFields);
export type StepUp = z.output<typeof StepUp>;
