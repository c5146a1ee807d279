import { account as endpoints } from '@daftar/contract/account';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as addresses from './addresses.ts';
import './bank-account-approval.ts';
import { updateBankAccount } from './bank-account-change.ts';
import * as accounts from './bank-accounts.ts';
import * as business from './business.ts';
import { toggleReceiving } from './receiving.ts';
import * as settings from './settings.ts';

const saved = { message: { key: 'account.saved' } };

/**
 * Mounts account settings.
 * @param changed drops a merchant's cached principals before the reply, so that new addresses apply at once.
 */
export function registerAccount(
  server: FastifyInstance,
  options: MountOptions,
  changed: (merchant: { merchantId: number }) => void,
): void {
  mount(server, options, endpoints, {
    businessInfo: async ({ app, caller }) => ({ data: await business.getBusinessInfo(app, caller) }),
    saveBusinessInfo: async ({ app, caller, body }) => {
      await business.saveBusinessInfo(app, caller, body);
      return saved;
    },
    saveBusinessLogo: async ({ app, caller, file }) => ({
      data: await business.saveLogo(app, caller, file),
      message: { key: 'account.saved' },
    }),
    removeBusinessLogo: async ({ app, caller }) => {
      await business.removeLogo(app, caller);
      return saved;
    },
    financialInfo: async ({ app, caller }) => ({ data: await accounts.listBankAccounts(app, caller) }),
    addBankAccount: async ({ app, caller, body, file }) => ({
      data: await accounts.addBankAccount(app, caller, body, file),
      message: { key: 'account.accountAdded' },
    }),
    updateBankAccount: async ({ app, caller, body, file }) => {
      const { bankAccountId, current_password, step_up, ...form } = body;
      const proof = { current_password, step_up };
      const { waits } = await updateBankAccount(app, caller, bankAccountId, form, file, proof);
      return waits ? { message: { key: 'account.changeWaits' } } : saved;
    },
    deleteBankAccount: async ({ app, caller, query, body }) => {
      await accounts.deleteBankAccount(app, caller, query.bankAccountId, body);
      return { message: { key: 'account.accountDeleted' } };
    },
    toggleReceiveSettlement: async ({ app, caller, body }) => {
      const { receives, waits, rests } = await toggleReceiving(app, caller, body.bankAccountId, body);
      const now = rests ? 'receivesLater' : 'receivesNow';
      const said = receives ? now : 'receivesNoMore';
      const key = `account.${waits ? 'changeWaits' : said}`;
      return { data: { receiveSettlements: receives }, message: { key } };
    },
    webhookUrls: async ({ app, caller }) => ({ data: await settings.getUrls(app, caller) }),
    saveWebhookUrls: async ({ app, caller, body }) => {
      await settings.saveUrls(app, caller, body);
      return saved;
    },
    defaultSettings: async ({ app, caller }) => ({ data: await settings.getDefaults(app, caller) }),
    saveDefaultSettings: async ({ app, caller, body }) => {
      await settings.saveDefaults(app, caller, body);
      return saved;
    },
    formDefaults: async ({ app, caller }) => ({ data: await settings.getFormDefaults(app, caller) }),
    ipList: async ({ app, caller }) => ({ data: await addresses.getAddresses(app, caller) }),
    saveIpList: async ({ app, caller, body }) => {
      await addresses.saveAddresses(app, caller, body);
      changed(caller);
      return saved;
    },
    storeSettings: async ({ app, caller }) => ({ data: await business.getStoreSettings(app, caller) }),
    saveStoreSettings: async ({ app, caller, body }) => {
      await business.saveStoreSettings(app, caller, body);
      return saved;
    },
  });
}
