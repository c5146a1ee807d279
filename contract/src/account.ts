import * as z from 'zod/mini';
import { iban, mobile, swift } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { CURRENCY_IDS, PAYMENT_METHOD_IDS } from './lookups.ts';
import { email, Id, oneOf, optionalText, Switch, text, toLatinDigits } from './text.ts';

/** The permission that opens each tab of the settings; who holds none of them has no settings to see. */
export const SETTINGS_TABS = {
  business: 'view-settings',
  financial: 'financial-settings',
  keys: 'api-keys-settings',
  settings: 'payment-methods-settings',
  addresses: 'ip-white-listing-settings',
  store: 'store-settings',
} as const;

// Business ------------------------------------------------------------------------------------------------------------

export const BusinessInfo = z.object({
  /** A stored path, for `/merchant/storage/{path}`; empty without a logo. */
  businessLogo: z.string(),
  merchantName: z.string(),
  businessAccountId: z.number(),
  /** `corporate`, `individual`, or empty until the business was verified. */
  businessAccountType: z.string(),
  businessEmail: z.string(),
  businessPhone: z.string(),
  businessAddress: z.string(),
  businessDescription: z.string(),
  /** `Test Mode` or `Live Mode`: of the address that was called. */
  businessAccountMode: z.string(),
});
export type BusinessInfo = z.output<typeof BusinessInfo>;

/** What a merchant may change; name and type are what was verified. */
export const BusinessInfoForm = z.object({
  businessEmail: email(),
  businessPhone: mobile(),
  businessAddress: optionalText(500),
  businessDescription: optionalText(1000),
});
export type BusinessInfoFormInput = z.input<typeof BusinessInfoForm>;

// Financial -----------------------------------------------------------------------------------------------------------

const AccountNumber = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number, ctx): string => {
    const normal = toLatinDigits(String(value)).replace(/[\s-]/g, '');
    if (/^[A-Za-z0-9]{4,34}$/.test(normal)) return normal;
    ctx.issues.push({ code: 'custom', message: normal === '' ? 'Required' : 'Invalid', input: value });
    return z.NEVER;
  }),
);

/** A bank account without its document. IBAN, SWIFT or both: an account without either cannot be paid to. */
const bankAccountFields = {
  bankAccountName: text(150),
  bankAccountNumber: AccountNumber,
  bankName: text(150),
  bankBranch: text(150),
  swift: swift(),
  iban: z.pipe(
    z.optional(z.nullable(z.string())),
    z.transform((value: string | null | undefined, ctx): string => {
      if ((value ?? '').trim() === '') return '';
      const parsed = iban().safeParse(value);
      if (parsed.success) return parsed.data;
      ctx.issues.push({ code: 'custom', message: 'InvalidIban', input: value });
      return z.NEVER;
    }),
  ),
  /** The path of a stored file, where none comes beside the fields under this name. */
  optionalDocument: optionalText(200),
};

const reachable = z.refine<{ iban: string; swift: string }>(
  ({ iban, swift }) => iban !== '' || swift !== '',
  {
    error: 'Required',
    path: ['iban'],
  },
);

/** For a screen that knows itself which of the two it asks for. */
export const BankAccountFields = z.object(bankAccountFields);
export const BankAccountForm = z.object(bankAccountFields).check(reachable);
export const BankAccountUpdateForm = z.object({ bankAccountId: Id, ...bankAccountFields }).check(reachable);
export type BankAccountFormInput = z.input<typeof BankAccountForm>;
export type BankAccountFormValues = z.output<typeof BankAccountForm>;

export const BankAccount = z.object({
  bankAccountId: z.number(),
  bankAccountName: z.string(),
  bankAccountNumber: z.string(),
  bankName: z.string(),
  bankBranch: z.string(),
  swift: z.string(),
  iban: z.string(),
  /** A stored path; empty without a document. */
  optionalDocument: z.string(),
  receiveSettlements: z.boolean(),
});
export type BankAccount = z.output<typeof BankAccount>;

// Settings ------------------------------------------------------------------------------------------------------------

const parsedAddress = z.url({ protocol: /^https?$/ });
const isWebAddress = (value: string) =>
  /^https?:\/\/[^\s"<>\\^`{|}]+$/i.test(value) && parsedAddress.safeParse(value).success;

/** Where a browser or a server can be sent. Required; http:// or https://. */
const WebAddress = text(2000).check(
  z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidUrl' }),
);

export const WebhookUrls = z.object({
  defaultCallbackUrl: WebAddress,
  defaultCancelUrl: WebAddress,
  defaultReturnUrl: WebAddress,
});
export type WebhookUrls = z.output<typeof WebhookUrls>;

const Method = oneOf(PAYMENT_METHOD_IDS);

export const DefaultSettingsForm = z.object({
  receiveNotification: Switch,
  language: z.enum(['en', 'ar'], { error: 'Invalid' }),
  defaultPayment: z.optional(z.nullable(Method)),
  /** Absent leaves what is allowed as it is. */
  allowedPaymentMethod: z.optional(z.array(Method).check(z.minLength(1), z.maxLength(20))),
  currency: z.optional(oneOf(CURRENCY_IDS)),
});
export type DefaultSettingsFormInput = z.input<typeof DefaultSettingsForm>;
export type DefaultSettingsFormValues = z.output<typeof DefaultSettingsForm>;

export const DefaultSettings = z.object({
  receiveNotification: z.boolean(),
  /** `en` or `ar`. */
  language: z.string(),
  defaultPayment: z.nullable(z.number()),
  allowedPaymentMethod: z.array(z.object({ id: z.number(), name: z.string() })),
  currency: z.number(),
});
export type DefaultSettings = z.output<typeof DefaultSettings>;

/** How a new link or invoice begins. */
export const FormDefaults = z.object({
  /** 1 Arabic, 2 English. */
  language: z.number(),
  currency_id: z.number(),
  payment_method: z.nullable(z.number()),
});

// IP white listing ----------------------------------------------------------------------------------------------------

export const IP_LIST_MAXIMUM = 100;

export const IpListForm = z.object({
  /** IPv4, IPv6 or CIDR; blanks are left out. None: from anywhere. */
  ips: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(IP_LIST_MAXIMUM)),
  /** Whether people who are signed in must come from there too; absent leaves it as it is. */
  portal: z.optional(Switch),
  /** Agreed to, although the caller's own address is not in the list. */
  lock_me_out: z.optional(Switch),
});
export type IpListFormInput = z.input<typeof IpListForm>;

export const IpList = z.object({
  ips: z.array(z.string()),
  portal: z.boolean(),
  /** Where this call came from, as the server sees it. */
  your_address: z.string(),
});
export type IpList = z.output<typeof IpList>;

// Store ---------------------------------------------------------------------------------------------------------------

export const STORE_SLUG = /^[a-z0-9](?:[a-z0-9-]{1,48}[a-z0-9])$/;

/** A social page: blank, or an address. */
const Social = z.pipe(
  optionalText(500),
  z.transform((value: string, ctx): string => {
    if (value === '' || isWebAddress(value)) return value;
    ctx.issues.push({ code: 'custom', message: 'InvalidUrl', input: value });
    return z.NEVER;
  }),
);

export const StoreSettingsForm = z.object({
  storeContact: mobile(),
  storeEmail: email(),
  storeAddress: text(500),
  facebook: Social,
  instagram: Social,
  twitter: Social,
  linkedin: Social,
  /** The last part of the store's address; absent keeps it. */
  storeSlug: z.optional(
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.refine((value: string) => STORE_SLUG.test(value), { error: 'InvalidSlug' }),
    ),
  ),
});
export type StoreSettingsFormInput = z.input<typeof StoreSettingsForm>;
export type StoreSettingsFormValues = z.output<typeof StoreSettingsForm>;

export const StoreSettings = z.object({
  storeName: z.string(),
  storeSlug: z.string(),
  storeContact: z.string(),
  storeEmail: z.string(),
  storeAddress: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  twitter: z.string(),
  linkedin: z.string(),
});
export type StoreSettings = z.output<typeof StoreSettings>;

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
  /** One picture, shown at once wherever payers see the merchant. */
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
    reply: done,
  },
  deleteBankAccount: {
    method: 'DELETE',
    path: '/merchant/AccountSettings/DeleteBankAccount',
    base: 'mode',
    access: 'detele-bank-account',
    query: bankAccountId,
    reply: done,
  },
  /** Turns the account's receiving on, and every other's off; or off, when it was on. */
  toggleReceiveSettlement: {
    method: 'POST',
    path: '/merchant/AccountSettings/ToggleReceiveSettlement',
    base: 'mode',
    access: 'edit-bank-account',
    body: bankAccountId,
    reply: data(z.object({ receiveSettlements: z.boolean() })),
  },
  webhookUrls: {
    method: 'GET',
    path: '/merchant/AccountSettings/WebHooKUrl',
    base: 'mode',
    access: 'payment-methods-settings',
    /** Empty where nothing was saved. */
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
    body: WebhookUrls,
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
  /** For those who make links and invoices and may not see the settings. */
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
