/** Signing in with the company's own account: OpenID Connect. */
import * as z from 'zod/mini';
import { SecondStepAsked, SecondStepMissing, SignedIn } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { email, reference, Switch, text } from './text.ts';

/** Minutes that a person has at the provider. */
export const COMPANY_SIGN_IN_MINUTES = 10;
/** Where the provider sends people back to; entered there. */
export const COMPANY_RETURN_PATH = '/company-sign-in';
/** Where this business signs in, and how its domain is proven. */
export const CompanySignIn = z.object({
  /** The provider's address, as its tokens name it. */
  issuer: z.string(),
  client_id: z.string(),
  /** The domain of the people's e-mail addresses. */
  domain: z.string(),
  /** The DNS record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** Since when people can sign in; null until the record was found. ISO 8601. */
  verified_at: z.nullable(z.string()),
  /** The provider asks everybody for a second step, so nobody is asked for ours. */
  second_step_there: z.boolean(),
  /** People whose account at the provider is known. */
  people: z.number(),
  /** The address to be entered at the provider. */
  return_url: z.string(),
});
export type CompanySignIn = z.output<typeof CompanySignIn>;

export const CompanySignInForm = z.object({
  issuer: reference(300),
  client_id: reference(300),
  /** Absent or empty keeps the saved one, unless the issuer or the client changes. */
  client_secret: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
  domain: text(300),
  second_step_there: Switch,
  ...stepUpFields,
});
export type CompanySignInFormInput = z.input<typeof CompanySignInForm>;
export type CompanySignInFormValues = z.output<typeof CompanySignInForm>;

export const BeginCompanySignIn = z.object({ email: email(), remember_me: z.optional(Switch) });

/** What the provider added to the address it sent the browser back to. */
export const CompanyAnswer = z.object({
  state: reference(200),
  code: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
  iss: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** Why the provider refused: `access_denied`. */
  error: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});
export type CompanyAnswer = z.output<typeof CompanyAnswer>;

/** The provider's page, to be opened by the browser. */
const ProviderPage = z.object({ url: z.string() });

const SETTINGS = '/merchant/business-account/company-sign-in';

export const companySignIn = defineEndpoints({
  /** Finds the provider by the domain of an e-mail address. Sets a cookie, without which nobody can finish. */
  begin: {
    method: 'POST',
    path: '/merchant/login/company',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: BeginCompanySignIn,
    reply: data(ProviderPage),
  },
  /** Exchanges the provider's answer for a session, or for the second step. */
  finish: {
    method: 'POST',
    path: '/merchant/login/company/finish',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: CompanyAnswer,
    reply: data(z.union([SignedIn, SecondStepAsked, SecondStepMissing])),
  },
  /** Asks the provider to sign the caller in again, for what needs step-up. */
  askAgain: {
    method: 'POST',
    path: '/merchant/profile/step-up/company/begin',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    reply: data(ProviderPage),
  },
  /** Exchanges the provider's answer for a token that replaces the password in one call of this session. */
  stepUp: {
    method: 'POST',
    path: '/merchant/profile/step-up/company',
    base: 'fixed',
    access: 'signed-in',
    rateLimit: 'credentials',
    body: CompanyAnswer,
    reply: data(z.object({ step_up: z.string() })),
  },
  /** Null where no provider was entered. */
  settings: {
    method: 'GET',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(z.nullable(CompanySignIn)),
  },
  /** Asks the provider for its description before anything is saved. Only whoever holds every permission can save. */
  save: {
    method: 'PUT',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: CompanySignInForm,
    stepUp: 'always',
    reply: data(CompanySignIn),
  },
  /** Looks for the domain's DNS record now. */
  checkDomain: {
    method: 'POST',
    path: `${SETTINGS}/domain`,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    reply: data(CompanySignIn),
  },
  /** Ends the sessions that the provider opened; their people need a password from now on. */
  remove: {
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
