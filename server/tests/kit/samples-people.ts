import { createECDH, randomBytes } from 'node:crypto';
import { permissionId } from '@daftar/contract/team';
import { picture } from './files.ts';
import { addMembership } from './people.ts';
import {
  addPasskey,
  beginTwoStep,
  codeOf,
  Device,
  newPasskeyForm,
  PASSWORD as OWN_PASSWORD,
  resetWaysIn,
  stepUpForm,
  turnOnTwoStep,
} from './profile.ts';
import { fileOf } from './samples-account.ts';
import { companySamples } from './samples-company.ts';
import { type Fields, next, type Sample, type World } from './world.ts';

const failed = { list: 'transactions', query: { status: '2' } };

const roleForm = (): Fields => {
  const name = `Accountants ${next()}`;
  return { name_ar: name, name_en: name, permissions: [permissionId('view-settlements')] };
};

/** Creates a role of the actor's merchant that no user has. */
async function roleOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const path = '/merchant/business-account/roles/create';
  const answer = await daftar.call({ method: 'POST', path, mode, as: actor, body: roleForm() });
  return { id: answer.body.data.id };
}

const userForm = async (world: World): Promise<Fields> => {
  const digits = String(next()).padStart(8, '0');
  return {
    first_name: 'Omar',
    last_name: 'سعيد',
    email: `staff${digits}@example.com`,
    mobile: `015${digits}`,
    role_id: (await roleOf(world)).id,
  };
};

/** Invites a user to the actor's merchant. */
async function userOf(world: World): Promise<{ id: number }> {
  const { daftar, actor, mode } = world;
  const path = '/merchant/business-account/merchants';
  const body = await userForm(world);
  const answer = await daftar.call({ method: 'POST', path, mode, as: actor, body });
  return { id: answer.body.data.id };
}

async function provingBody({ daftar, actor }: World): Promise<Fields> {
  await resetWaysIn(daftar, actor);
  return { current_password: OWN_PASSWORD };
}

async function twoStepBody({ daftar, actor }: World): Promise<Fields> {
  await turnOnTwoStep(daftar, actor);
  return { current_password: OWN_PASSWORD };
}

const PASSWORD = 'Secret1$x';

/** In which other business those are who switch. */
const switchesTo = new Map<World['actor'], number>();

/** What a new browser says of itself. */
function newDevice(): Fields {
  const browser = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/sample${next()}`,
    p256dh: browser.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

const rent = { form: 'payment-links', values: { invoice_name: 'Rent', amount: '1200.00' } };

async function templateOf({ daftar, actor }: World): Promise<{ id: number }> {
  const path = '/api/merchant/form-templates/create';
  const body = { ...rent, name: `Rent ${next()}` };
  const answer = await daftar.call({ method: 'POST', path, as: actor, body });
  return { id: answer.body.data.id };
}

async function viewOf({ daftar, actor }: World): Promise<{ id: number }> {
  const path = '/api/merchant/saved-views/create';
  const body = { ...failed, name: `Failed ${next()}` };
  const answer = await daftar.call({ method: 'POST', path, as: actor, body });
  return { id: answer.body.data.id };
}

/** Samples by `noun.endpoint`. */
export const peopleSamples: Record<string, Sample> = {
  ...companySamples,
  'push.register': { body: newDevice },
  'push.remove': {
    params: async ({ daftar, actor }) => {
      const path = '/api/merchant/push/devices';
      const answer = await daftar.call({ method: 'POST', path, as: actor, body: newDevice() });
      return { deviceId: answer.body.data.id };
    },
  },
  'form-templates.list': { query: { form: 'payment-links' } },
  'form-templates.create': { body: () => ({ ...rent, name: `Rent ${next()}` }) },
  'form-templates.rename': { params: templateOf, body: () => ({ name: `Rent ${next()}` }) },
  'form-templates.delete': { params: templateOf },
  'saved-views.list': { query: { list: 'transactions' } },
  'saved-views.create': { body: () => ({ ...failed, name: `Failed ${next()}` }) },
  'saved-views.update': { params: viewOf, body: () => ({ name: `Failed ${next()}` }) },
  'saved-views.delete': { params: viewOf },
  'auth.login': { body: ({ actor }) => ({ email: actor.email, password: PASSWORD, remember_me: true }) },
  'auth.register': {
    body: () => ({
      firstName: 'منى',
      lastName: 'Adel',
      email: `sample${next()}@example.com`,
      // A range above the mobile numbers of applicants.
      mobileNumber: `0119${String(next()).padStart(7, '0')}`,
      businessName: 'Nour',
      tAndC: true,
    }),
  },
  'auth.requestPasswordReset': { body: ({ actor }) => ({ email: actor.email }) },
  'auth.resendCreatePassword': { body: ({ actor }) => ({ email: actor.email }) },
  'auth.resetPassword': {
    body: () => ({ password: PASSWORD, password_confirmation: PASSWORD, token: 'no such token' }),
  },
  'auth.createPassword': {
    body: ({ actor }) => ({
      password: PASSWORD,
      password_confirmation: PASSWORD,
      email: actor.email,
      token: 'no such token',
    }),
  },
  'auth.acceptInvitation': {
    body: ({ actor }) => ({ email: actor.email, password: PASSWORD, token: 'no such token' }),
  },
  'team.rolePermissions': { sharedByModes: true, params: roleOf },
  'team.createRole': { body: roleForm },
  'team.updateRole': { sharedByModes: true, params: roleOf, body: roleForm },
  'team.viewAs': { sharedByModes: true, params: roleOf },
  'team.deleteRole': { sharedByModes: true, params: roleOf },
  'team.user': { sharedByModes: true, params: userOf },
  'team.createUser': { body: userForm },
  'team.updateUser': { sharedByModes: true, params: userOf, body: userForm },
  'team.deleteUser': { sharedByModes: true, params: userOf },
  'team.setStatus': { sharedByModes: true, params: userOf, body: () => ({ is_active: false }) },
  'team.answerAddress': { body: () => ({ token: 'no such token', agrees: true }) },
  'team.stopAddress': { sharedByModes: true, params: userOf },
  'team.userKeys': { sharedByModes: true, params: userOf },
  'team.setTwoStepPolicy': {
    sharedByModes: true,
    body: async (world) => ({ ...(await provingBody(world)), required: false }),
  },
  'team.inviteAgain': { sharedByModes: true, params: userOf },
  'profile.update': {
    body: ({ actor: { email, mobile } }) => ({
      first_name: 'Mona',
      last_name: 'عادل',
      email,
      mobile,
      avatar: null,
      address: null,
      password: '',
      password_confirmation: '',
    }),
  },
  'profile.uploadAvatar': {
    body: async () => {
      const form = new FormData();
      form.append('image', new Blob([await picture()]), 'me.png');
      return form as never;
    },
  },
  'profile.avatar': { params: (world) => fileOf(world, 'avatar') },
  'profile.endSession': {
    params: async ({ daftar, actor }) => ({ sessionId: (await daftar.elsewhere(actor)).sessionId }),
    body: provingBody,
  },
  'memberships.switch': {
    as: async ({ daftar, actor }) => {
      const [person, other] = [await daftar.colleague(actor, []), await daftar.merchant()];
      await addMembership(daftar.app, person, other.merchantId);
      switchesTo.set(person, other.merchantId);
      return person;
    },
    body: ({ actor }) => ({ merchant_id: switchesTo.get(actor) ?? actor.merchantId }),
  },
  'memberships.leave': { as: ({ daftar, actor }) => daftar.colleague(actor, []), body: provingBody },
  'profile.endOtherSessions': { body: provingBody },
  'profile.beginTwoStep': { body: provingBody },
  'profile.confirmTwoStep': {
    body: async ({ daftar, actor }) => {
      const secret = await beginTwoStep(daftar, actor);
      return { code: codeOf(secret, daftar.clock.now()) };
    },
  },
  'profile.endTwoStep': { body: twoStepBody },
  'profile.renewRecoveryCodes': { body: twoStepBody },
  'profile.beginPasskey': { body: provingBody },
  'profile.addPasskey': { body: ({ daftar, actor }) => newPasskeyForm(daftar, actor) },
  'profile.renamePasskey': {
    params: ({ daftar, actor }) => addPasskey(daftar, actor),
    body: () => ({ name: 'Laptop' }),
  },
  'profile.removePasskey': {
    params: ({ daftar, actor }) => addPasskey(daftar, actor),
    body: () => ({ current_password: OWN_PASSWORD }),
  },
  'profile.stepUp': {
    body: ({ daftar, actor }) => stepUpForm(daftar, actor),
  },
  'profile.secondStep': { body: () => ({ token: 'no such token', code: '123456' }) },
  'profile.beginSecondStep': { body: () => ({ token: 'no such token' }) },
  'profile.setUpSecondStep': { body: () => ({ token: 'no such token', code: '123456' }) },
  'profile.passkeySignIn': {
    body: ({ daftar }) => {
      const device = new Device(daftar.app.config.publicUrl);
      return { token: 'no such token', answer: device.sign('challenge'), remember_me: true };
    },
  },
};
