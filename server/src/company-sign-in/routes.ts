import { companySignIn as endpoints } from '@daftar/contract/company-sign-in';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { setSessionCookie } from '../auth/cookies.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { requireOwnOrigin } from '../platform/http/origin.ts';
import { browserOf, clearBrowser, setBrowser } from './cookies.ts';
import { checkDomain } from './domain.ts';
import { saveGroups } from './groups.ts';
import { setRule } from './rule.ts';
import * as settings from './settings.ts';
import { begin, finish } from './sign-in.ts';
import { askAgain, stepUp } from './step-up.ts';

/** Mounts signing in with the company's account, and its settings. */
export function registerCompanySignIn(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  mount(server, options, endpoints, {
    begin: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const { url, browser } = await begin(app, visitor, body);
      setBrowser(reply, app.config, browser);
      return { data: { url } };
    },
    finish: async ({ app, visitor, body, request, reply }) => {
      requireOwnOrigin(request);
      const browser = browserOf(request, app.config);
      clearBrowser(reply, app.config);
      const outcome = await finish(app, auth, visitor, browser, body);
      if ('asked' in outcome) return { data: outcome.asked, message: { key: 'auth.secondStep' } };
      setSessionCookie(reply, app.config, outcome.cookie);
      return { data: outcome.signedIn, message: { key: 'auth.signedIn' } };
    },
    askAgain: async ({ app, caller }) => ({ data: await askAgain(app, caller) }),
    stepUp: async ({ app, caller, body }) => ({ data: await stepUp(app, caller, body) }),
    settings: async ({ app, caller }) => ({ data: await settings.readSettings(app, caller) }),
    save: async ({ app, caller, body }) => ({
      data: await settings.saveSettings(app, auth, caller, body),
      message: { key: 'company-sign-in.saved' },
    }),
    checkDomain: async ({ app, caller }) => ({
      data: await checkDomain(app, caller),
      message: { key: 'domains.found' },
    }),
    setRule: async ({ app, caller, body }) => ({
      data: await setRule(app, auth, caller, body),
      message: { key: `company-sign-in.${body.required ? 'required' : 'optional'}` },
    }),
    saveGroups: async ({ app, caller, body }) => ({
      data: await saveGroups(app, auth, caller, body),
      message: { key: 'company-sign-in.groupsSaved' },
    }),
    remove: async ({ app, caller, body }) => {
      await settings.removeSettings(app, auth, caller, body);
      return { message: { key: 'company-sign-in.removed' } };
    },
  });
}
