/** Signing in with the company's own account: OpenID Connect. */
import * as z from 'zod/mini';
import { SecondStepAsked, SecondStepMissing, SignedIn } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { CurrentPassword } from './profile.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { email, Id, reference, Switch, text } from './text.ts';

/** Minutes that a person has at the provider. */
export const COMPANY_SIGN_IN_MINUTES = 10;
/** Where the provider sends people back to; entered there. */
export const COMPANY_RETURN_PATH = '/company-sign-in';
/** Groups of the provider that can have a role here. */
export const COMPANY_GROUPS_MAXIMUM = 100;

/** An owner, who can be let in without the company's account while everybody else needs it. */
export const CompanyOwner = z.object({
  id: z.number(),
  name: z.string(),
  /** Has a password and two-step sign-in, without which nobody can be let in so. */
  ready: z.boolean(),
  /** Is let in so. */
  break_glass: z.boolean(),
});
export type CompanyOwner = z.output<typeof CompanyOwner>;

/** What people of a group at the provider are here. */
export const CompanyGroup = z.object({
  /** As the provider calls it in the claim `groups`. */
  name: z.string(),
  role_id: z.number(),
  /** In the reader's language. */
  role: z.string(),
});
export type CompanyGroup = z.output<typeof CompanyGroup>;

/** Days before the suspension on which owners are reminded of a missing record. */
export const COMPANY_DOMAIN_REMINDER_DAYS = 1;

/**
 * `waiting`: the record was not found yet. `verified`: people can sign in. `missing`: they still can, but the record is gone.
 * `suspended`: the record was gone for too long, so nobody can sign in by it, and nobody has to.
 */
export const COMPANY_DOMAIN_STATES = ['waiting', 'verified', 'missing', 'suspended'] as const;
export type CompanyDomainState = (typeof COMPANY_DOMAIN_STATES)[number];

/** Where this business signs in, and how its domain is proven. */
export const CompanySignIn = z.object({
  /** The provider's address, as its tokens name it. */
  issuer: z.string(),
  client_id: z.string(),
  /** The domain of the people's e-mail addresses. */
  domain: z.string(),
  /** The DNS record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  domain_state: z.enum(COMPANY_DOMAIN_STATES),
  /** Since when people can sign in; null until the record was found, and while sign-in is suspended. ISO 8601. */
  verified_at: z.nullable(z.string()),
  /** When sign-in is suspended unless the missing record comes back. ISO 8601. */
  suspends_at: z.nullable(z.string()),
  /** The provider asks everybody for a second step, so nobody is asked for ours. */
  second_step_there: z.boolean(),
  /** People whose account at the provider is known. */
  people: z.number(),
  /** Since when everybody needs the company's account; null while a password does. ISO 8601. */
  required_since: z.nullable(z.string()),
  /** The active owners of the business. */
  owners: z.array(CompanyOwner),
  /** The first group that somebody is in gives their role; empty leaves roles alone. */
  groups: z.array(CompanyGroup),
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

/** Who still signs in with a password and a code while everybody else needs the company's account. */
export const CompanyRuleForm = z.object({
  required: Switch,
  /** Owners, the caller among them; not read where `required` is false. */
  break_glass: z.optional(z.array(Id).check(z.maxLength(50))),
  current_password: CurrentPassword,
});
export type CompanyRuleFormValues = z.output<typeof CompanyRuleForm>;

export const CompanyGroupsForm = z.object({
  groups: z.array(z.object({ name: reference(200), role_id: Id })).check(z.maxLength(COMPANY_GROUPS_MAXIMUM)),
  ...stepUpFields,
});
export type CompanyGroupsFormValues = z.output<typeof CompanyGroupsForm>;

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
  /** Requires the company's account of everybody but chosen owners, or no longer. Ends the sessions of everybody else. */
  setRule: {
    method: 'PUT',
    path: `${SETTINGS}/required`,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: CompanyRuleForm,
    stepUp: 'always',
    reply: data(CompanySignIn),
  },
  /**
   * Says which role each group of the provider has. Whoever is in none cannot sign in by it; owners stay what they are, and
   * nobody becomes one.
   */
  saveGroups: {
    method: 'PUT',
    path: `${SETTINGS}/groups`,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    body: CompanyGroupsForm,
    stepUp: 'always',
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
