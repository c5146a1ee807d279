/** Sign-in with the company's own account: OpenID Connect. */
import * as z from 'zod/mini';
import { SecondStepAsked, SecondStepMissing, SignedIn } from './auth.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { CurrentPassword } from './profile.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { email, Id, reference, Switch, text } from './text.ts';

/** Minutes that a person may spend at the sign-in provider. */
export const COMPANY_SIGN_IN_MINUTES = 10;
/** The path to which the sign-in provider returns people; the business enters it there. */
export const COMPANY_RETURN_PATH = '/company-sign-in';
/** Maximum number of the provider's groups that can have a role here. */
export const COMPANY_GROUPS_MAXIMUM = 100;

/** An owner who may be allowed to sign in without the company's account while everybody else must use it. */
export const CompanyOwner = z.object({
  id: z.number(),
  name: z.string(),
  /** True: has a password and two-step sign-in, which are required for this. */
  ready: z.boolean(),
  /** True: may sign in without the company's account. */
  break_glass: z.boolean(),
});
export type CompanyOwner = z.output<typeof CompanyOwner>;

/** The role of people in a group at the sign-in provider. */
export const CompanyGroup = z.object({
  /** The group's name in the claim `groups`. */
  name: z.string(),
  role_id: z.number(),
  /** In the reader's language. */
  role: z.string(),
});
export type CompanyGroup = z.output<typeof CompanyGroup>;

/** Days before the suspension on which owners are reminded of a missing DNS record. */
export const COMPANY_DOMAIN_REMINDER_DAYS = 1;

/**
 * `waiting`: the record has not been found yet. `verified`: people can sign in. `missing`: they still can, but the
 * record is gone. `suspended`: the record was missing for too long, so company sign-in is neither possible nor
 * required.
 */
export const COMPANY_DOMAIN_STATES = ['waiting', 'verified', 'missing', 'suspended'] as const;
export type CompanyDomainState = (typeof COMPANY_DOMAIN_STATES)[number];

/** The sign-in provider of this business, and the proof of its domain. */
export const CompanySignIn = z.object({
  /** The provider's address, as in the issuer claim of its tokens. */
  issuer: z.string(),
  client_id: z.string(),
  /** The domain of the people's e-mail addresses. */
  domain: z.string(),
  /** The DNS record that proves the domain. */
  record: z.object({ name: z.string(), value: z.string() }),
  domain_state: z.enum(COMPANY_DOMAIN_STATES),
  /** When sign-in became possible; null until the record is found, and while sign-in is suspended. ISO 8601. */
  verified_at: z.nullable(z.string()),
  /** When sign-in is suspended unless the missing record returns. ISO 8601. */
  suspends_at: z.nullable(z.string()),
  /** True: the provider requires a second step from everybody, so Daftar does not require its own. */
  second_step_there: z.boolean(),
  /** The number of people whose account at the provider is known. */
  people: z.number(),
  /** Since when everybody must use the company's account; null while a password is enough. ISO 8601. */
  required_since: z.nullable(z.string()),
  /** The active owners of the business. */
  owners: z.array(CompanyOwner),
  /** A person gets the role of the first of these groups that they are in; empty leaves roles unchanged. */
  groups: z.array(CompanyGroup),
  /** The address to enter at the provider. */
  return_url: z.string(),
});
export type CompanySignIn = z.output<typeof CompanySignIn>;

export const CompanySignInForm = z.object({
  issuer: reference(300),
  client_id: reference(300),
  /** Absent or empty keeps the saved one; required if the issuer or the client changes. */
  client_secret: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
  domain: text(300),
  second_step_there: Switch,
  ...stepUpFields,
});
export type CompanySignInFormValues = z.output<typeof CompanySignInForm>;

export const BeginCompanySignIn = z.object({ email: email(), remember_me: z.optional(Switch) });

/**
 * Whether everybody must use the company's account, and the owners who may still sign in with a password and a code.
 */
export const CompanyRuleForm = z.object({
  required: Switch,
  /** Owners, including the caller; ignored if `required` is false. */
  break_glass: z.optional(z.array(Id).check(z.maxLength(50))),
  current_password: CurrentPassword,
});
export type CompanyRuleFormValues = z.output<typeof CompanyRuleForm>;

export const CompanyGroupsForm = z.object({
  groups: z.array(z.object({ name: reference(200), role_id: Id })).check(z.maxLength(COMPANY_GROUPS_MAXIMUM)),
  ...stepUpFields,
});
export type CompanyGroupsFormValues = z.output<typeof CompanyGroupsForm>;

/** The parameters that the sign-in provider added to the return address. */
export const CompanyAnswer = z.object({
  state: reference(200),
  code: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
  iss: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** The provider's reason for a refusal: `access_denied`. */
  error: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
});
export type CompanyAnswer = z.output<typeof CompanyAnswer>;

/** The provider's page, for the browser to open. */
const ProviderPage = z.object({ url: z.string() });

const SETTINGS = '/merchant/business-account/company-sign-in';

export const companySignIn = defineEndpoints({
  /** Finds the sign-in provider by the domain of an e-mail address. Sets a cookie that is required to finish. */
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
  /** Asks the provider to authenticate the caller again, for calls that require step-up. */
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
  /** Null if no provider is set. */
  settings: {
    method: 'GET',
    path: SETTINGS,
    base: 'mode',
    keys: 'none',
    access: 'users-manage',
    reply: data(z.nullable(CompanySignIn)),
  },
  /** Reads the provider's metadata before anything is saved. Requires every permission. */
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
  /** Looks up the domain's DNS record now. */
  checkDomain: {
    method: 'POST',
    path: `${SETTINGS}/domain`,
    base: 'mode',
    keys: 'none',
    access: 'require-two-step',
    reply: data(CompanySignIn),
  },
  /**
   * Requires the company's account from everybody but chosen owners, or ends that requirement. Requiring it ends the
   * sessions of everybody else.
   */
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
   * Assigns a role to each group of the provider. People in none of the groups cannot sign in this way; owners keep
   * their role, and nobody becomes one.
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
  /** Ends the sessions that the provider opened; these people need a password from now on. */
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
