import * as z from 'zod/mini';
import { CompanyAnswer } from './company-sign-in.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { OPERATOR_PERMISSIONS, OPERATOR_ROLE_KINDS } from './ops-roles.ts';
import { digitCode, email } from './text.ts';

/** Six digits from an authenticator. */
export const TotpCode = digitCode(6);

export const OperatorLoginForm = z.object({
  email: email(),
  password: z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(500)),
  code: TotpCode,
});

/**
 * The authenticator's code is required whatever replaces the password. Operators who have never signed in have none,
 * and must set one up after the sign-in provider has identified them.
 */
export const OperatorCompanyForm = z.object({ email: email(), code: z.optional(z.nullable(TotpCode)) });

export const OperatorProfile = z.object({
  email: z.string(),
  role: z.enum(OPERATOR_ROLE_KINDS),
  /** Name of a custom role, in both languages; null for a built-in one. */
  role_name: z.nullable(z.object({ en: z.string(), ar: z.string() })),
  permissions: z.array(z.enum(OPERATOR_PERMISSIONS)),
  /** The permissions whose calls the role may make if they only read; includes its permissions. */
  reads: z.array(z.enum(OPERATOR_PERMISSIONS)),
});
export type OperatorProfile = z.output<typeof OperatorProfile>;

/** Signing in to the provider's console. The session is a cookie that scripts cannot read. */
export const ops = defineEndpoints({
  login: {
    method: 'POST',
    path: '/ops/login',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: OperatorLoginForm,
    reply: data(OperatorProfile),
  },
  /** Returns whether operators can sign in with their company's account. */
  companySignIn: {
    method: 'GET',
    path: '/ops/login/company',
    base: 'fixed',
    access: 'public',
    reply: data(z.object({ offered: z.boolean() })),
  },
  /** Begins a sign-in with the company's account instead of the password; sets a cookie that is required to finish. */
  beginCompany: {
    method: 'POST',
    path: '/ops/login/company',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: OperatorCompanyForm,
    reply: data(z.object({ url: z.string() })),
  },
  /**
   * Exchanges the provider's answer for a session, or for the token of the page where a new operator sets up access.
   */
  finishCompany: {
    method: 'POST',
    path: '/ops/login/company/finish',
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: CompanyAnswer,
    reply: data(z.union([OperatorProfile, z.object({ join: z.string() })])),
  },
  /** Ends the session of the cookie; does nothing without one. */
  logout: { method: 'DELETE', path: '/ops/logout', base: 'fixed', access: 'public', reply: done },
  me: { method: 'GET', path: '/ops/me', base: 'fixed', access: 'operator', reply: data(OperatorProfile) },
});
