/** Causes of notifications about sign-in, its methods, and recipients of messages. */
import { permissionId } from '@daftar/contract/team';
import { checkDomains } from '../../../src/company-sign-in/domain.ts';
import { giveRoleByCompany } from '../../../src/team/company.ts';
import { changeByDirectory, endPerson, findPerson } from '../../../src/team/directory.ts';
import { keysOf } from '../api-keys.ts';
import { startTestDns } from '../domains.ts';
import { PASSWORD, turnOnTwoStep, withPassword } from '../profile.ts';
import { reportForm, sendReports } from '../reports.ts';
import { samples } from '../samples.ts';
import { companyOf, provenCompanyOf } from '../samples-company.ts';
import { type Causes, call, inDays, roleOf, type Scene } from './cause.ts';

const world = ({ daftar, maker }: Scene) => ({ daftar, actor: maker, mode: 'live' }) as const;

const TEAM = 'business-account';
const COMPANY = `${TEAM}/company-sign-in`;

/** Makes a token of the directory, whose starting role has no permissions. */
async function directoryToken(scene: Scene): Promise<void> {
  await provenCompanyOf(world(scene));
  const other = await scene.daftar.colleague(scene.maker, []);
  const body = { starting_role_id: await roleOf(scene, other), current_password: PASSWORD };
  await call(scene, 'POST', `${COMPANY}/scim`, body);
}

/** Turns the requirement of the company's account on or off; its reader has signed in by it. */
async function companyRule(scene: Scene, required: boolean): Promise<void> {
  const { daftar, maker } = scene;
  await provenCompanyOf(world(scene));
  await turnOnTwoStep(daftar, maker);
  await daftar.database.sql`update sessions set by_company = true where merchant_id = ${maker.merchantId}`;
  const body = { required, break_glass: [maker.userId], current_password: PASSWORD };
  await call(scene, 'PUT', `${COMPANY}/required`, body);
}

/** Looks up the company's domain on some days without its record, and then on one with it. */
async function companyDomain(scene: Scene, missingOn: readonly number[], backOn?: number): Promise<void> {
  const { name, value } = await companyOf(world(scene));
  const { sql } = scene.daftar.database;
  await sql`update company_sign_ins set domain_verified_at = now() where merchant_id = ${scene.maker.merchantId}`;
  const dns = await startTestDns();
  for (const day of missingOn) await checkDomains(dns.of(inDays(scene, day)));
  dns.set(name, value);
  if (backOn !== undefined) await checkDomains(dns.of(inDays(scene, backOn)));
  dns.close();
}

/** Turns the requirement of two-step sign-in on and then off; all have a second step, and stay signed in. */
async function twoStepRules(scene: Scene, rules: readonly boolean[]): Promise<void> {
  const { daftar, maker } = scene;
  await turnOnTwoStep(daftar, maker);
  await daftar.database.sql`
    update people set two_step_at = now()
     where id in (select person_id from users where merchant_id = ${maker.merchantId})`;
  for (const required of rules)
    await call(scene, 'PUT', `${TEAM}/two-step`, { required, current_password: PASSWORD });
}

export const teamCauses = {
  'address-change-asked': {
    bellOnly: true,
    bring: async (scene) => {
      const { daftar, maker, reader } = scene;
      for (const each of [maker, reader]) await withPassword(daftar, each);
      const path = `${TEAM}/merchants/${reader.userId}`;
      const { body } = await call(scene, 'GET', path);
      const { first_name, last_name, mobile_number: mobile, role_id } = body.data;
      const form = { first_name, last_name, mobile, role_id, email: `moved${reader.userId}@example.com` };
      await call(scene, 'PUT', path, { ...form, current_password: PASSWORD });
    },
  },
  'power-given': {
    bellOnly: true,
    bring: async (scene) => {
      const other = await scene.daftar.colleague(scene.maker, ['transaction-refund']);
      await call(scene, 'POST', `${TEAM}/merchants`, {
        first_name: 'New',
        last_name: 'Person',
        email: 'new@example.com',
        mobile: '01511111111',
        role_id: await roleOf(scene, other),
        current_password: PASSWORD,
      });
    },
  },
  'role-power-given': {
    bellOnly: true,
    bring: async (scene) => {
      const other = await scene.daftar.colleague(scene.maker, ['tickets-list']);
      const permissions = [permissionId('transaction-refund')];
      const body = { name_ar: 'Tills', name_en: 'Tills', permissions, current_password: PASSWORD };
      await call(scene, 'PUT', `${TEAM}/roles/${await roleOf(scene, other)}`, body);
    },
  },
  'company-sign-in-changed': { bellOnly: true, bring: (scene) => companyOf(world(scene)) },
  'company-sign-in-removed': {
    bellOnly: true,
    bring: async (scene) => {
      await companyOf(world(scene));
      await call(scene, 'DELETE', COMPANY, { current_password: PASSWORD });
    },
  },
  'company-sign-in-required': { bellOnly: true, bring: (scene) => companyRule(scene, true) },
  'company-sign-in-optional': { bellOnly: true, bring: (scene) => companyRule(scene, false) },
  'company-domain-missing': { bellOnly: true, bring: (scene) => companyDomain(scene, [0]) },
  'company-domain-reminder': { bellOnly: true, bring: (scene) => companyDomain(scene, [0, 6.5]) },
  'company-domain-suspended': { bellOnly: true, bring: (scene) => companyDomain(scene, [0, 8]) },
  'company-domain-resumed': { bellOnly: true, bring: (scene) => companyDomain(scene, [0, 8], 9) },
  'company-groups-changed': {
    bellOnly: true,
    bring: async (scene) => {
      await companyOf(world(scene));
      await call(scene, 'PUT', `${COMPANY}/groups`, { groups: [], current_password: PASSWORD });
    },
  },
  'company-power-given': {
    bellOnly: true,
    bring: async (scene) => {
      const { daftar, maker } = scene;
      const { merchantId } = maker;
      const weak = await daftar.colleague(maker, []);
      const strong = await daftar.colleague(maker, ['transaction-refund']);
      const how = { address: '127.0.0.1', by: maker.userId, group: 'Refunds' };
      const user = { merchantId, userId: weak.userId };
      await giveRoleByCompany(daftar.app, daftar.auth, user, await roleOf(scene, strong), how);
    },
  },
  'scim-token-made': { bellOnly: true, bring: directoryToken },
  'scim-token-revoked': {
    bellOnly: true,
    bring: async (scene) => {
      await directoryToken(scene);
      await call(scene, 'DELETE', `${COMPANY}/scim`, { current_password: PASSWORD });
    },
  },
  'scim-role-changed': {
    bellOnly: true,
    bring: async (scene) => {
      const body = (await samples['scim.setRole']!.body!(world(scene))) as object;
      await call(scene, 'PUT', `${COMPANY}/scim`, body);
    },
  },
  'scim-keys-left': {
    bellOnly: true,
    bring: async ({ daftar, maker }) => {
      const { merchantId, userId: madeBy } = maker;
      const gone = await daftar.colleague(maker, ['api-keys-settings', 'create-pay-link']);
      await keysOf(() => daftar).create(gone, ['create-pay-link'], 'live');
      const directory = { merchantId, madeBy, address: '127.0.0.1' };
      await changeByDirectory(daftar.app, daftar.auth, directory, async (change) =>
        endPerson(daftar.app, change, (await findPerson(change.tx, change, gone.userId))!),
      );
    },
  },
  'two-step-required': { bellOnly: true, bring: (scene) => twoStepRules(scene, [true]) },
  'two-step-optional': { bellOnly: true, bring: (scene) => twoStepRules(scene, [true, false]) },
  'outside-address-approved': {
    bellOnly: true,
    bring: async (scene) => {
      const { params, body } = samples['reports.approve']!;
      const { id, recipientId } = await params!(world(scene));
      const form = (await body!(world(scene))) as object;
      await call(scene, 'POST', `reports/${id}/recipients/${recipientId}/approve`, form);
    },
  },
  'report-stopped': {
    bring: async (scene) => {
      const { daftar, maker } = scene;
      const clerk = await daftar.colleague(maker, ['view-transactions-list', 'export-transactions']);
      await call(scene, 'POST', 'reports/create', reportForm({ members: [clerk.userId] }), clerk);
      await daftar.database.sql`update users set is_active = false where id = ${clerk.userId}`;
      await sendReports(inDays(scene, 1), maker.merchantId);
    },
  },
} as const satisfies Causes;
