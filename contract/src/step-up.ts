/** Asking again who somebody is, before what a stolen session must not do. */
import * as z from 'zod/mini';

/**
 * Fields beside those of a form: the person's own password, or `step_up`, the one-time word for which a passkey's answer
 * was exchanged. Either will do; whether it fits is judged by the server alone.
 */
export const stepUpFields = {
  current_password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  step_up: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
};

export const StepUp = z.object(stepUpFields);
export type StepUp = z.output<typeof StepUp>;
