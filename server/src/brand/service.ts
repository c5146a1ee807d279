import { isDeepStrictEqual } from 'node:util';
import type { BrandFormValues, BrandShown } from '@daftar/contract/brand';
import { PHOTO_FILES } from '@daftar/contract/files';
import { recordAudit } from '../audit/record.ts';
import { brandingOf } from '../branding/branding.ts';
import { attachFile, detachFile, publishFile, storeFile } from '../files/index.ts';
import { lockMerchant } from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import * as store from './store.ts';

const NONE: store.BrandRow = { colour: null, coverPath: null, footerEn: '', footerAr: '' };

/** Returns the caller's brand; empty where nothing is set. */
export async function getBrand(app: App, caller: Caller): Promise<BrandShown> {
  const { colour, coverPath, ...footers } = (await store.findBrand(app.db, caller)) ?? NONE;
  const { logo, brand } = await brandingOf(app.db, caller.merchantId);
  const addresses = { logoUrl: logo?.address ?? null, coverUrl: brand?.coverUrl ?? null };
  return { colour: colour ?? '', coverPath: coverPath ?? '', ...footers, ...addresses };
}

/** Stores a picture for a brand that will be saved with it. @throws InvalidError 422 on `file` */
export async function uploadCover(app: App, caller: Caller, file: UploadedFile | null) {
  const { path } = await storeFile(app, caller, { purpose: 'cover', file, rule: PHOTO_FILES });
  return { path };
}

/**
 * Saves a brand, which payers see at once, and tells every owner, because a page with another's colours and text can
 * deceive.
 * @throws InvalidError 422 on `coverPath` when the merchant has no such picture.
 */
export async function saveBrand(app: App, caller: Caller, form: BrandFormValues): Promise<void> {
  const now = app.clock.now();
  const after: store.BrandRow = {
    ...form,
    colour: form.colour || null,
    coverPath: form.coverPath || null,
  };
  await transaction(app.db, async (tx) => {
    await lockMerchant(tx, caller);
    const before = (await store.findBrand(tx, caller)) ?? NONE;
    if (isDeepStrictEqual({ ...before }, after)) return;
    const isOther = after.coverPath !== before.coverPath;
    if (isOther && after.coverPath) {
      const use = { purpose: 'cover', field: 'coverPath', now } as const;
      await attachFile(tx, caller, after.coverPath, use);
      await publishFile(tx, caller, after.coverPath, use);
    }
    await store.writeBrand(tx, caller, after, now);
    if (isOther && before.coverPath) await detachFile(tx, caller, before.coverPath);
    await recordAudit(tx, caller, now, {
      action: 'account.brand',
      subject: `merchant:${caller.merchantId}`,
      before: { ...before },
      after: { ...after },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'brand-changed',
      href: '/account-settings?tab=brand',
    });
  });
}
