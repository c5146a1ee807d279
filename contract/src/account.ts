import * as z from 'zod/mini';
import { BusinessInfo, BusinessInfoForm, StoreSettings, StoreSettingsForm } from './account-business.ts';
import {
  DefaultSettings,
  DefaultSettingsForm,
  FormDefaults,
  IpList,
  IpListForm,
  WebhookUrlsForm,
} from './account-settings.ts';
import { BankAccount, BankAccountForm, BankAccountUpdateForm } from './bank-accounts.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { StepUp, stepUpFields } from './step-up.ts';
import { Id } from './text.ts';

/** The permission for each tab of the settings; people without any of them see a notice. */
export const SETTINGS_TABS = {
  business: 'view-settings',
  financial: 'financial-settings',
  keys: 'api-keys-settings',
  settings: 'payment-methods-settings',
  addresses: 'ip-white-listing-settings',
  store: 'store-settings',
  brand: 'view-settings',
} as const;

const bankAccountId = z.object({ bankAccountId: Id });

export const account = defineEndpoints({
  businessInfo: {
    method: 'GET',
    path: '/merchant/AccountSettings/BusinessInfo',
    base: 'mode',
    access: 'view-settings',
    whenNotLive: true,
    reply: data(BusinessInfo),
  },
  saveBusinessInfo: {
    method: 'POST',
    path: '/merchant/AccountSettings/BusinessInfo',
    base: 'mode',
    access: 'view-settings',
    body: BusinessInfoForm,
    reply: done,
  },
  /** A picture that payers see at once wherever the merchant is shown. */
  saveBusinessLogo: {
    method: 'POST',
    path: '/merchant/AccountSettings/BusinessLogo',
    base: 'mode',
    access: 'view-settings',
    consumes: 'multipart',
    reply: data(z.object({ businessLogo: z.string() })),
  },
  removeBusinessLogo: {
    method: 'DELETE',
    path: '/merchant/AccountSettings/BusinessLogo',
    base: 'mode',
    access: 'view-settings',
    reply: done,
  },
  financialInfo: {
    method: 'GET',
    path: '/merchant/AccountSettings/FinancialInfo',
    base: 'mode',
    access: 'financial-settings',
    reply: data(z.array(BankAccount)),
  },
  addBankAccount: {
    method: 'POST',
    path: '/merchant/AccountSettings/AddBankAccount',
    base: 'mode',
    access: 'add-bank-account',
    consumes: 'multipart',
    idempotent: true,
    body: BankAccountForm,
    reply: data(z.object({ bankAccountId: z.number() })),
  },
  updateBankAccount: {
    method: 'POST',
    path: '/merchant/AccountSettings/UpdateBankAccount',
    base: 'mode',
    access: 'edit-bank-account',
    consumes: 'multipart',
    body: BankAccountUpdateForm,
    stepUp: 'sometimes',
    reply: done,
  },
  deleteBankAccount: {
    method: 'DELETE',
    path: '/merchant/AccountSettings/DeleteBankAccount',
    base: 'mode',
    access: 'detele-bank-account',
    query: bankAccountId,
    /** Required for the receiving account. */
    body: StepUp,
    stepUp: 'sometimes',
    reply: done,
  },
  /** Makes the account the only receiving one, or stops it from receiving. */
  toggleReceiveSettlement: {
    method: 'POST',
    path: '/merchant/AccountSettings/ToggleReceiveSettlement',
    base: 'mode',
    access: 'edit-bank-account',
    body: z.extend(bankAccountId, stepUpFields),
    stepUp: 'always',
    reply: data(z.object({ receiveSettlements: z.boolean() })),
  },
  webhookUrls: {
    method: 'GET',
    path: '/merchant/AccountSettings/WebHooKUrl',
    base: 'mode',
    access: 'payment-methods-settings',
    /** Empty strings where nothing was saved. */
    reply: data(
      z.object({
        defaultCallbackUrl: z.string(),
        defaultCancelUrl: z.string(),
        defaultReturnUrl: z.string(),
      }),
    ),
  },
  saveWebhookUrls: {
    method: 'POST',
    path: '/merchant/AccountSettings/WebHooKUrl',
    base: 'mode',
    access: 'payment-methods-settings',
    body: WebhookUrlsForm,
    stepUp: 'sometimes',
    reply: done,
  },
  defaultSettings: {
    method: 'GET',
    path: '/merchant/AccountSettings/DefaultSettings',
    base: 'mode',
    access: 'payment-methods-settings',
    reply: data(DefaultSettings),
  },
  saveDefaultSettings: {
    method: 'POST',
    path: '/merchant/AccountSettings/DefaultSettings',
    base: 'mode',
    access: 'payment-methods-settings',
    body: DefaultSettingsForm,
    reply: done,
  },
  /** For people who create links and invoices but may not see the settings. */
  formDefaults: {
    method: 'GET',
    path: '/merchant/AccountSettings/FormDefaults',
    base: 'mode',
    access: ['create-pay-link', 'create-invoice'],
    reply: data(FormDefaults),
  },
  ipList: {
    method: 'GET',
    path: '/merchant/AccountSettings/IpWhiteListing',
    base: 'mode',
    access: 'ip-white-listing-settings',
    reply: data(IpList),
  },
  saveIpList: {
    method: 'POST',
    path: '/merchant/AccountSettings/IpWhiteListing',
    base: 'mode',
    access: 'ip-white-listing-settings',
    body: IpListForm,
    stepUp: 'sometimes',
    reply: done,
  },
  storeSettings: {
    method: 'GET',
    path: '/merchant/AccountSettings/StoreSettings',
    base: 'mode',
    access: 'store-settings',
    reply: data(StoreSettings),
  },
  saveStoreSettings: {
    method: 'POST',
    path: '/merchant/AccountSettings/StoreSettings',
    base: 'mode',
    access: 'store-settings',
    body: StoreSettingsForm,
    reply: done,
  },
});
