import { CLIENT, type StandInProvider, startStandInProvider } from './company-sign-in.ts';
import { startTestDns } from './domains.ts';
import { proven } from './samples-account.ts';
import { type Fields, next, type Sample, type World } from './world.ts';

const PATH = '/merchant/business-account/company-sign-in';
const SUBJECT = 'sample';

let provider: Promise<StandInProvider> | undefined;

/** One provider for all samples; it says of everybody what their code says. */
function providerOf({ daftar }: World): Promise<StandInProvider> {
  provider ??= startStandInProvider(daftar.clock);
  return provider;
}

const form = async (world: World): Promise<Fields> =>
  proven(world, {
    issuer: (await providerOf(world)).issuer,
    ...CLIENT,
    domain: `company${next()}.example`,
    second_step_there: true,
  });

/** Enters a provider for the actor's merchant. */
export async function companyOf(world: World): Promise<{ name: string; value: string }> {
  const { daftar, actor, mode } = world;
  const body = await form(world);
  const answer = await daftar.call({ method: 'PUT', path: PATH, mode, as: actor, body });
  return answer.body.data.record;
}

/** Creates a role of the actor's merchant. */
async function roleOf({ daftar, actor }: World): Promise<number> {
  const name = `Accounting ${next()}`;
  const [row] = await daftar.database.sql<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar) values (${actor.merchantId}, ${name}, ${name}) returning id`;
  return row!.id;
}

/** Proves the domain of the actor's merchant. */
export async function provenCompanyOf(world: World): Promise<void> {
  await companyOf(world);
  const { merchantId } = world.actor;
  await world.daftar.database.sql`
    update company_sign_ins set domain_verified_at = now() where merchant_id = ${merchantId}`;
}

/** Makes a token of the actor's directory. */
async function tokenOf(world: World): Promise<void> {
  await provenCompanyOf(world);
  const { daftar, actor, mode } = world;
  const body = await proven(world, { starting_role_id: await roleOf(world) });
  await daftar.call({ method: 'POST', path: `${PATH}/scim`, mode, as: actor, body });
}

/** Lets the actor sign in there. */
async function memberOf(world: World): Promise<void> {
  const { daftar, actor } = world;
  const { merchantId, userId } = actor;
  await provenCompanyOf({ ...world, mode: 'live' });
  await daftar.database.sql`
    insert into company_accounts (merchant_id, user_id, issuer, subject, linked_at)
    select merchant_id, ${userId}, issuer, ${SUBJECT}, now() from company_sign_ins where merchant_id = ${merchantId}
    on conflict (merchant_id, user_id) do update set issuer = excluded.issuer, subject = excluded.subject`;
}

/** Samples by `noun.endpoint`. */
export const companySamples: Record<string, Sample> = {
  'company-sign-in.begin': { body: () => ({ email: 'somebody@unknown.example' }) },
  'company-sign-in.finish': { body: () => ({ state: 'unknown', code: 'unknown' }) },
  'company-sign-in.askAgain': {
    query: async (world) => {
      await memberOf(world);
      return {};
    },
  },
  'company-sign-in.stepUp': {
    body: async (world) => {
      await memberOf(world);
      const { daftar, actor } = world;
      const path = '/api/merchant/profile/step-up/company/begin';
      const { url } = (await daftar.call({ method: 'POST', path, as: actor })).body.data;
      const code = (await providerOf(world)).codeFor(url, { sub: SUBJECT, email: actor.email });
      return { state: new URL(url).searchParams.get('state'), code };
    },
  },
  'company-sign-in.save': { sharedByModes: true, body: form },
  'company-sign-in.checkDomain': {
    query: async (world) => {
      const { name, value } = await companyOf(world);
      const dns = await startTestDns();
      dns.set(name, value);
      Object.assign(world.daftar.app.config, { dnsServers: dns.of(world.daftar.app).config.dnsServers });
      return {};
    },
  },
  'company-sign-in.setRule': {
    sharedByModes: true,
    body: async (world) => {
      await companyOf(world);
      return proven(world, { required: false });
    },
  },
  'company-sign-in.saveGroups': {
    sharedByModes: true,
    body: async (world) => {
      await companyOf(world);
      return proven(world, { groups: [{ name: 'Accounting', role_id: await roleOf(world) }] });
    },
  },
  'scim.makeToken': {
    sharedByModes: true,
    body: async (world) => {
      await provenCompanyOf(world);
      return proven(world, { starting_role_id: await roleOf(world) });
    },
  },
  'scim.setRole': {
    sharedByModes: true,
    body: async (world) => {
      await tokenOf(world);
      return proven(world, { starting_role_id: await roleOf(world) });
    },
  },
  'scim.revoke': {
    body: async (world) => {
      await tokenOf(world);
      return proven(world, {});
    },
  },
  'company-sign-in.remove': {
    body: async (world) => {
      await companyOf(world);
      return proven(world, {});
    },
  },
};
