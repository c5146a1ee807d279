import * as z from 'zod/mini';
import { NewPassword, SignedIn } from './auth.ts';
import { mobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file } from './envelope.ts';
import { FilePath } from './files.ts';
import {
  NewPasskeyAnswer,
  NewPasskeyQuestion,
  Passkey,
  PasskeyAnswer,
  PasskeyQuestion,
  StepUpQuestion,
} from './passkeys.ts';
import { personName } from './person-name.ts';
import { compactNumber, digitCode, email, IdParams, Switch, text } from './text.ts';

export const RECOVERY_CODES = 10;
export const PASSKEYS_MAXIMUM = 20;
const PASSKEY_NAME_MAXIMUM = 60;

/** The caller's password, as proof of identity; only the server checks it. */
export const CurrentPassword = z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(500));

/** A new password; blank keeps the current one. */
const MaybePassword = z.optional(z.nullable(z.union([z.literal(''), NewPassword])));

/** The profile. Changing the e-mail address or the password requires the current password. */
export const ProfileForm = z
  .object({
    first_name: personName(60),
    last_name: personName(60),
    email: email(),
    mobile: mobile(),
    /** The path that `avatar_uploader` returned; null keeps the picture. */
    avatar: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    /** The specification's portal sends null; not stored. */
    address: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    password: MaybePassword,
    password_confirmation: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    current_password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    /** Absent keeps the setting. */
    receive_notifications: z.optional(Switch),
  })
  .check(
    z.refine((form) => (form.password || '') === (form.password_confirmation || ''), {
      error: 'PasswordsMustMatch',
      path: ['password_confirmation'],
    }),
  );
export type ProfileFormInput = z.input<typeof ProfileForm>;
export type ProfileFormValues = z.output<typeof ProfileForm>;

/** Six digits of an authenticator. */
export const AuthenticatorCode = digitCode(6);

/** Six digits, or a recovery code of ten letters and digits (`7K3M9-Q2DXA`). */
const SecondCode = z.pipe(
  z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(40)),
  z.transform((value: string, ctx): string => {
    const code = compactNumber(value).toUpperCase();
    if (/^\d{6}$/.test(code) || /^[0-9A-Z]{10}$/.test(code)) return code;
    ctx.issues.push({ code: 'custom', message: 'InvalidSecondCode', input: value });
    return z.NEVER;
  }),
);

const Token = z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(200));

export const SecondStepForm = z.object({ token: Token, code: SecondCode });
export const NewSecondStepForm = z.object({ token: Token, code: AuthenticatorCode });

const PasskeyName = z.object({ name: text(PASSKEY_NAME_MAXIMUM) });

export const OwnSession = z.object({
  id: z.string(),
  /** `Chrome`, `Windows`: as reported by the browser; otherwise empty. */
  browser: z.string(),
  system: z.string(),
  kind: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;

const SessionParams = z.object({
  sessionId: z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'Invalid' })),
});

export const TwoStep = z.object({
  /** Since when two-step sign-in has been on; null if it is off. */
  since: z.nullable(z.string()),
  recovery_codes_left: z.number(),
  /** True: a business of the person requires it, so it cannot be turned off. */
  required: z.boolean(),
});

export const ProofForm = z.object({ current_password: CurrentPassword });
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
/** An authenticator's secret: in base 32, and as the URI of a QR code. */
const AuthenticatorSecret = z.object({ secret: z.string(), uri: z.string() });

/** Maximum number of open sessions shown, last used first; all others can be ended at once. */
export const SESSIONS_SHOWN = 100;

export const profile = defineEndpoints({
  update: {
    method: 'PUT',
    path: '/merchant/authenticated-merchant',
    base: 'fixed',
    access: 'signed-in',
    status: 201,
    body: ProfileForm,
    stepUp: 'sometimes',
    reply: done,
  },
  /** Stores a picture for a profile that is saved later; returns its path. */
  uploadAvatar: {
    method: 'POST',
    path: '/avatar_uploader',
    base: 'fixed',
    access: 'signed-in',
    consumes: 'multipart',
    reply: data(z.string()),
  },
  /** Returns a colleague's picture; its stored reference is this path without `/api/`. */
  avatar: {
    method: 'GET',
    path: '/avatars/:filePath',
    base: 'fixed',
    access: 'signed-in',
    params: z.object({ filePath: FilePath }),
    reply: file,
  },
  sessions: {
    method: 'GET',
    path: '/merchant/profile/sessions',
    base: 'fixed',
    access: 'signed-in',
    reply: data(z.array(OwnSession)),
  },
  endSession: {
    method: 'POST',
    path: '/merchant/profile/sessions/:sessionId/end',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    params: SessionParams,
    body: ProofForm,
    stepUp: 'always',
    reply: done,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/merchant/profile/sessions/end-others',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: done,
  },
  twoStep: {
    method: 'GET',
    path: '/merchant/profile/two-step',
    base: 'fixed',
    access: 'signed-in',
    reply: data(TwoStep),
  },
  /** Creates an authenticator secret; nothing changes until a code confirms it. */
  beginTwoStep: {
    method: 'POST',
    path: '/merchant/profile/two-step/begin',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: data(AuthenticatorSecret),
  },
  confirmTwoStep: {
    method: 'POST',
    path: '/merchant/profile/two-step/confirm',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z.object({ code: AuthenticatorCode }),
    /** Shown only once. */
    reply: data(RecoveryCodes),
  },
  endTwoStep: {
    method: 'POST',
    path: '/merchant/profile/two-step/end',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: done,
  },
  /** Replaces the recovery codes by ten new ones. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/merchant/profile/two-step/recovery-codes',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: data(RecoveryCodes),
  },
  passkeys: {
    method: 'GET',
    path: '/merchant/profile/passkeys',
    base: 'fixed',
    access: 'signed-in',
    reply: data(z.array(Passkey)),
  },
  beginPasskey: {
    method: 'POST',
    path: '/merchant/profile/passkeys/begin',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: ProofForm,
    stepUp: 'always',
    reply: data(NewPasskeyQuestion),
  },
  addPasskey: {
    method: 'POST',
    path: '/merchant/profile/passkeys',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z.object({ token: Token, name: text(PASSKEY_NAME_MAXIMUM), answer: NewPasskeyAnswer }),
    reply: data(Created),
  },
  renamePasskey: {
    method: 'PUT',
    path: '/merchant/profile/passkeys/:id',
    base: 'fixed',
    access: 'signed-in',
    params: IdParams,
    body: PasskeyName,
    reply: done,
  },
  removePasskey: {
    method: 'POST',
    path: '/merchant/profile/passkeys/:id/remove',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    params: IdParams,
    body: ProofForm,
    stepUp: 'always',
    reply: done,
  },
  /** Returns the options for a step-up by a passkey of the caller. */
  stepUpQuestion: {
    method: 'POST',
    path: '/merchant/profile/step-up/begin',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    reply: data(StepUpQuestion),
  },
  /** Exchanges a passkey's answer for a token that replaces the password in one call of this session. */
  stepUp: {
    method: 'POST',
    path: '/merchant/profile/step-up',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: z.object({ token: Token, answer: PasskeyAnswer }),
    reply: data(z.object({ step_up: z.string() })),
  },
  /** Sends the code that follows the password. */
  secondStep: {
    method: 'POST',
    path: '/merchant/login/second-step',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: SecondStepForm,
    reply: data(SignedIn),
  },
  /** Creates a secret for somebody who must set up a second step; `setUpSecondStep` then answers the same challenge. */
  beginSecondStep: {
    method: 'POST',
    path: '/merchant/login/second-step/begin',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: Token }),
    reply: data(AuthenticatorSecret),
  },
  /** Turns two-step sign-in on with the first code, and signs in. */
  setUpSecondStep: {
    method: 'POST',
    path: '/merchant/login/second-step/set-up',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: NewSecondStepForm,
    /** The codes are shown only once. */
    reply: data(z.extend(SignedIn, RecoveryCodes.shape)),
  },
  passkeyQuestion: {
    method: 'POST',
    path: '/merchant/login/passkey/begin',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    reply: data(PasskeyQuestion),
  },
  passkeySignIn: {
    method: 'POST',
    path: '/merchant/login/passkey',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ token: Token, answer: PasskeyAnswer, remember_me: z.optional(Switch) }),
    reply: data(SignedIn),
  },
});
