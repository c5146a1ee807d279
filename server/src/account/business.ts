import type {
  BusinessInfo,
  BusinessInfoForm,
  StoreSettings,
  StoreSettingsFormValues,
} from '@daftar/contract/account-business';
import { PHOTO_FILES } from '@daftar/contract/files';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import { setMerchantLogo, storeFile } from '../files/index.ts';
import * as merchants from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import * as store from './store.ts';

/** Returns the caller's business profile. */
export async function getBusinessInfo(app: App, caller: Caller): Promise<BusinessInfo> {
  const profile = await store.getProfile(app.db, caller);
  return {
    businessLogo: profile.logoPath ?? '',
    merchantName: profile.name,
    businessAccountId: caller.merchantId,
    businessAccountType: profile.type ?? '',
    businessEmail: profile.email,
    businessPhone: profile.mobile,
    businessAddress: profile.address,
    businessDescription: profile.description,
    businessAccountMode: caller.mode === 'live' ? 'Live Mode' : 'Test Mode',
  };
}

/** Changes contact data and description of the business. Its name and type stay as verified. */
export async function saveBusinessInfo(
  app: App,
  caller: Caller,
  form: z.output<typeof BusinessInfoForm>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await store.getProfile(tx, caller, true);
    await merchants.setBusiness(tx, caller.merchantId, form, now);
    await recordAudit(tx, caller, now, {
      action: 'account.business',
      subject: `merchant:${caller.merchantId}`,
      before: {
        businessEmail: before.email,
        businessPhone: before.mobile,
        businessAddress: before.address,
        businessDescription: before.description,
        businessLogo: before.logoPath,
      },
      after: { ...form },
    });
  });
}

/** Stores a picture as the merchant's logo. @throws InvalidError 422 on `file` */
export async function saveLogo(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
): Promise<{ businessLogo: string }> {
  const { path } = await storeFile(app, caller, { purpose: 'logo', file, rule: PHOTO_FILES });
  await writeLogo(app, caller, path, file?.field ?? 'file');
  return { businessLogo: path };
}

/** Removes the logo; payers then see the name alone. */
export const removeLogo = (app: App, caller: Caller): Promise<void> => writeLogo(app, caller, null, 'file');

async function writeLogo(app: App, caller: Caller, path: string | null, field: string): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const { logoPath } = await store.getProfile(tx, caller, true);
    await setMerchantLogo(tx, caller, path, { purpose: 'logo', field, now });
    await recordAudit(tx, caller, now, {
      action: 'account.logo',
      subject: `merchant:${caller.merchantId}`,
      before: { businessLogo: logoPath },
      after: { businessLogo: path },
    });
    if (path !== logoPath)
      await notifyOwners({ ...app, db: tx }, caller, {
        kind: 'brand-changed',
        href: '/account-settings?tab=business',
      });
  });
}

const storeOf = (profile: store.Profile): StoreSettings => ({
  storeName: profile.name,
  storeSlug: profile.slug ?? '',
  storeContact: profile.storeContact,
  storeEmail: profile.storeEmail,
  storeAddress: profile.storeAddress,
  facebook: profile.facebook,
  instagram: profile.instagram,
  twitter: profile.twitter,
  linkedin: profile.linkedin,
});

/** Returns the store's contact settings, which both modes share. */
export async function getStoreSettings(app: App, caller: Caller): Promise<StoreSettings> {
  return storeOf(await store.getProfile(app.db, caller));
}

/** Changes the store's contact settings. @throws InvalidError 422 when another store uses the address. */
export async function saveStoreSettings(
  app: App,
  caller: Caller,
  form: StoreSettingsFormValues,
): Promise<void> {
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      const before = storeOf(await store.getProfile(tx, caller, true));
      if (form.storeSlug !== undefined && (await store.slugTaken(tx, caller, form.storeSlug)))
        throw slugTaken();
      await merchants.setStore(tx, caller.merchantId, form, now);
      await recordAudit(tx, caller, now, {
        action: 'account.store',
        subject: `merchant:${caller.merchantId}`,
        before: { ...before },
        after: { ...form },
      });
    });
  } catch (error) {
    // Another merchant may take the address between the check and the write.
    if (classifyDbError(error).kind === 'unique') throw slugTaken();
    throw error;
  }
}

const slugTaken = () => InvalidError.field('storeSlug', 'SlugTaken');
