/** Passkeys as browser and server speak of them (WebAuthn Level 3). */
import * as z from 'zod/mini';

/** Base64url, as WebAuthn's JSON carries bytes. */
const Bytes = (maximum: number) =>
  z
    .string()
    .check(
      z.minLength(1, { error: 'Required' }),
      z.maxLength(maximum),
      z.regex(/^[\w-]+$/, { error: 'Invalid' }),
    );

/** What a browser's passkey answers when it signs in (WebAuthn Level 3, AuthenticationResponseJSON). */
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

/** What it answers when it is made (RegistrationResponseJSON). */
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

/** What the browser is asked to sign with a passkey. */
export const PasskeyQuestion = z.object({
  /** Names this question to the next call. */
  token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
});

/** The same of somebody who is known: only their own passkeys will do. */
export const StepUpQuestion = z.extend(PasskeyQuestion, {
  allow: z.array(z.object({ id: z.string(), transports: z.array(z.enum(TRANSPORTS)) })),
});
export type StepUpQuestion = z.output<typeof StepUpQuestion>;

/** What the browser is asked to make a passkey of. */
export const NewPasskeyQuestion = z.object({
  token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  /** COSE numbers of signatures that are taken, the best first. */
  algorithms: z.array(z.number()),
  /** Passkeys that are there already, so that no device makes a second one. */
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
