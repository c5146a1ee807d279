import * as z from 'zod/mini';
import { mobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { PERMISSIONS } from './permissions.ts';
import { personName } from './person-name.ts';
import { codeOf, email, Switch, text } from './text.ts';

export const PASSWORD_MINIMUM = 8;
/** Hours without use after which a session ends that is not remembered. */
export const SESSION_REST_HOURS = 2;
const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,200}$/;

/** A new password: at least 8 characters, only a-z, A-Z, 0-9 and @$!%*?&, with at least one of each group. */
export const NewPassword = z.string().check(
  z.minLength(1, { error: 'Required' }),
  z.refine((value: string) => value === '' || PASSWORD.test(value), { error: 'PasswordCriteria' }),
);

/** A password and its repetition. */
export const passwordsMatch = z.refine<{ password: string; password_confirmation: string }>(
  (form) => form.password === form.password_confirmation,
  { error: 'PasswordsMustMatch', path: ['password_confirmation'] },
);

/** A non-empty password; only the server checks it. */
const Secret = z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(500));

export const LoginForm = z.object({
  email: email(),
  password: Secret,
  remember_me: z.optional(Switch),
});

/** Signs in to a further business with the link of its invitation. */
export const AcceptInvitationForm = z.extend(LoginForm, { token: text(200) });

export const RegisterForm = z.object({
  firstName: personName(60),
  lastName: personName(60),
  email: email('EmailInvalid'),
  mobileNumber: mobile('MobileInvalid'),
  businessName: text(120),
  tAndC: z.pipe(
    Switch,
    z.transform((accepted, ctx): true => {
      if (accepted) return true;
      ctx.issues.push({ code: 'custom', message: 'Required', input: accepted });
      return z.NEVER;
    }),
  ),
});

export const EmailForm = z.object({ email: email() });

export const CreatePasswordForm = z
  .object({ password: NewPassword, password_confirmation: Secret, email: email(), token: text(200) })
  .check(passwordsMatch);

export const ResetPasswordForm = z
  .object({ password: NewPassword, password_confirmation: Secret, token: text(200) })
  .check(passwordsMatch);

export const PermissionItem = z.object({ name: z.enum(PERMISSIONS as [string, ...string[]]) });

/** Registered 0, under review 1, rejected 2, live-capable 3, suspended 4. */
export const MERCHANT_STATUS = { registered: 0, underReview: 1, rejected: 2, live: 3, suspended: 4 } as const;
export type MerchantStatus = (typeof MERCHANT_STATUS)[keyof typeof MERCHANT_STATUS];

export const SignedIn = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number(),
  status: codeOf(MERCHANT_STATUS),
  permissions: z.array(PermissionItem),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
});

/** The password was right, and a code is required within a few minutes. */
export const SecondStepAsked = z.object({
  second_step: z.object({
    /** Identifies this sign-in in the next call. */
    token: z.string(),
    /** Seconds. */
    expires_in: z.number(),
  }),
});
export type SecondStepAsked = z.output<typeof SecondStepAsked>;

/**
 * The password was right, but the business requires two-step sign-in: the person must set up an authenticator first.
 */
export const SecondStepMissing = z.object({
  second_step_missing: z.object({
    /** Identifies this sign-in in the next two calls. */
    token: z.string(),
    /** Seconds. */
    expires_in: z.number(),
  }),
});
export type SecondStepMissing = z.output<typeof SecondStepMissing>;

export const RefreshedToken = z.object({ access_token: z.string(), expires_in: z.number() });

export const AuthenticatedMerchant = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  avatar: z.nullable(z.string()),
  business_account_id: z.number(),
  business_name: z.string(),
  status: codeOf(MERCHANT_STATUS),
  /** The reason for the provider's rejection; null unless the business is rejected. */
  status_reason: z.nullable(z.string()),
  /** Public path of the store in this mode, for the My store button. */
  store_path: z.nullable(z.string()),
  permissions: z.array(PermissionItem),
  /** True: this person wants notifications by e-mail. */
  receive_notifications: z.boolean(),
  /** True: this person can also prove their identity with their company's account. */
  signs_in_by_company: z.boolean(),
  /** True: this person can switch to another business. */
  has_other_businesses: z.boolean(),
  /**
   * The role as which this session views the portal, with that role's permissions but without changing anything; null
   * for the person's own view.
   */
  viewing_role: z.nullable(z.object({ id: z.number(), name: z.string() })),
});
export type AuthenticatedMerchant = z.output<typeof AuthenticatedMerchant>;

export const auth = defineEndpoints({
  login: {
    method: 'POST',
    path: '/merchant/login',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: LoginForm,
    reply: data(z.union([SignedIn, SecondStepAsked, SecondStepMissing])),
  },
  /** Accepts a business's invitation; the person confirms it with their existing password. */
  acceptInvitation: {
    method: 'POST',
    path: '/merchant/accept-invitation',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: AcceptInvitationForm,
    reply: data(z.union([SignedIn, SecondStepAsked, SecondStepMissing])),
  },
  register: {
    method: 'POST',
    path: '/merchant/register',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: RegisterForm,
    reply: done,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/merchant/password/reset-password',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: EmailForm,
    reply: done,
  },
  resetPassword: {
    method: 'POST',
    path: '/merchant/password/reset',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: ResetPasswordForm,
    reply: done,
  },
  createPassword: {
    method: 'POST',
    path: '/merchant/password/create',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: CreatePasswordForm,
    reply: done,
  },
  resendCreatePassword: {
    method: 'POST',
    path: '/merchant/password/resend-password-create',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: EmailForm,
    reply: done,
  },
  /** Authenticated by the HttpOnly refresh cookie, hence public to the bearer guard. */
  refreshToken: {
    method: 'POST',
    path: '/merchant/refresh-token',
    base: 'fixed',
    access: 'public',
    reply: data(RefreshedToken),
  },
  /** Ends the session of the bearer token or, when that has expired, of the refresh cookie. */
  logout: { method: 'DELETE', path: '/merchant/logout', base: 'fixed', access: 'public', reply: done },
  me: {
    method: 'GET',
    path: '/merchant/authenticated-merchant',
    base: 'mode',
    access: 'signed-in',
    keys: 'none',
    whenNotLive: true,
    reply: data(AuthenticatedMerchant),
  },
  myPermissions: {
    method: 'GET',
    path: '/merchant/authenticated-merchant/permissions',
    base: 'mode',
    access: 'signed-in',
    keys: 'secret',
    whenNotLive: true,
    reply: data(z.array(PermissionItem)),
  },
});
