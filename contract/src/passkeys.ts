/** Passkey requests and answers (WebAuthn Level 3). */
import * as z from 'zod/mini';

/** Bytes in base64url, as in WebAuthn's JSON. */
const Bytes = (maximum: number) =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'Required' }),
      z.maxLength(maximum),
      z.regex(/^[\w-]+$/, { error: 'Invalid' }),
    );

/** A passkey's answer at sign-in (WebAuthn Level 3, AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Bytes(4000),
    authenticatorData: Bytes(4000),
    signature: Bytes(4000),
    userHandle: z.optional(Bytes(200)),
  }),
});
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** A new passkey (RegistrationResponseJSON). */
export const NewPasskeyAnswer = z.object({
  id: Bytes(1400),
  rawId: Bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Bytes(4000),
    attestationObject: Bytes(20_000),
    transports: z.optional(z.array(z.enum(TRANSPORTS)).check(z.maxLength(TRANSPORTS.length))),
  }),
});
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>;

/** The options for signing with a passkey. */
export const PasskeyQuestion = z.object({
  /** Identifies this challenge in the next call. */
  token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
});

/** The options for a known person: only their own passkeys. */
export const StepUpQuestion = z.extend(PasskeyQuestion, {
  allow: z.array(z.object({ id: z.string(), transports: z.array(z.enum(TRANSPORTS)) })),
});
export type StepUpQuestion = z.output<typeof StepUpQuestion>;

/** The options for creating a passkey. */
export const NewPasskeyQuestion = z.object({
  token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  /** Accepted COSE algorithms, in order of preference. */
  algorithms: z.array(z.number()),
  /** Existing passkeys, so that no device creates a second one. */
  exclude: z.array(z.object({ id: z.string(), transports: z.array(z.enum(TRANSPORTS)) })),
});
export type NewPasskeyQuestion = z.output<typeof NewPasskeyQuestion>;

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type Passkey = z.output<typeof Passkey>;
