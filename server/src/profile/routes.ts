import { profile as endpoints } from '@daftar/contract/profile';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../auth/context.ts';
import { setSessionCookie } from '../auth/cookies.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import { readAvatar, uploadAvatar } from './avatar.ts';
import * as passkeys from './passkeys.ts';
import { updateProfile } from './service.ts';
import * as sessions from './sessions.ts';
import { beginSecondStep, setUpSecondStep } from './set-up.ts';
import * as twoStep from './two-step.ts';

/** Mounts a person's own account, and sign-in by code and passkey. */
export function registerProfile(server: FastifyInstance, options: MountOptions, auth: Auth): void {
  mount(server, options, endpoints, {
    update: async ({ app, caller, body }) => {
      await updateProfile(app, auth, caller, body);
      return { message: { key: 'profile.updated' } };
    },
    uploadAvatar: async ({ app, caller, file }) => ({ data: await uploadAvatar(app, caller, file) }),
    avatar: ({ app, caller, params }) => readAvatar(app, caller, params.filePath),
    sessions: async ({ app, caller }) => ({ data: await sessions.listSessions(app, caller) }),
    endSession: async ({ app, caller, params, body }) => {
      await sessions.endSession(app, auth, caller, params.sessionId, body.current_password);
      return { message: { key: 'profile.sessionEnded' } };
    },
    endOtherSessions: async ({ app, caller, body }) => {
      await sessions.endOtherSessions(app, auth, caller, body.current_password);
      return { message: { key: 'profile.otherSessionsEnded' } };
    },
    twoStep: async ({ app, caller }) => ({ data: await twoStep.readTwoStep(app, caller) }),
    beginTwoStep: async ({ app, caller, body }) => ({
      data: await twoStep.beginTwoStep(app, caller, body.current_password),
    }),
    confirmTwoStep: async ({ app, caller, body }) => ({
      data: { recovery_codes: await twoStep.confirmTwoStep(app, caller, body.code) },
      message: { key: 'profile.twoStepOn' },
    }),
    endTwoStep: async ({ app, caller, body }) => {
      await twoStep.endTwoStep(app, caller, body.current_password);
      return { message: { key: 'profile.twoStepOff' } };
    },
    renewRecoveryCodes: async ({ app, caller, body }) => ({
      data: { recovery_codes: await twoStep.renewRecoveryCodes(app, caller, body.current_password) },
    }),
    passkeys: async ({ app, caller }) => ({ data: await passkeys.listPasskeys(app, caller) }),
    beginPasskey: async ({ app, caller, body }) => ({
      data: await passkeys.beginPasskey(app, caller, body.current_password),
    }),
    addPasskey: async ({ app, caller, body }) => ({
      data: await passkeys.addPasskey(app, caller, body),
      message: { key: 'profile.passkeyAdded' },
    }),
    renamePasskey: async ({ app, caller, params, body }) => {
      await passkeys.renamePasskey(app, caller, params.id, body.name);
      return { message: { key: 'profile.passkeyRenamed' } };
    },
    removePasskey: async ({ app, caller, params, body }) => {
      await passkeys.removePasskey(app, caller, params.id, body.current_password);
      return { message: { key: 'profile.passkeyRemoved' } };
    },
    stepUpQuestion: async ({ app, caller }) => ({ data: await passkeys.askForStepUp(app, caller) }),
    stepUp: async ({ app, caller, body }) => ({ data: await passkeys.stepUpByPasskey(app, caller, body) }),
    secondStep: async ({ app, visitor, body, reply }) => {
      const { signedIn, cookie } = await twoStep.answerSecondStep(app, auth, visitor, body);
      setSessionCookie(reply, app.config, cookie);
      return { data: signedIn, message: { key: 'auth.signedIn' } };
    },
    beginSecondStep: async ({ app, body }) => ({ data: await beginSecondStep(app, body.token) }),
    setUpSecondStep: async ({ app, visitor, body, reply }) => {
      const { signedIn, cookie, codes } = await setUpSecondStep(app, auth, visitor, body);
      setSessionCookie(reply, app.config, cookie);
      return { data: { ...signedIn, recovery_codes: codes }, message: { key: 'profile.twoStepOn' } };
    },
    passkeyQuestion: async ({ app }) => ({ data: await passkeys.askForPasskey(app) }),
    passkeySignIn: async ({ app, visitor, body, reply }) => {
      const { signedIn, cookie } = await passkeys.signInByPasskey(app, auth, visitor, body);
      setSessionCookie(reply, app.config, cookie);
      return { data: signedIn, message: { key: 'auth.signedIn' } };
    },
  });
}
