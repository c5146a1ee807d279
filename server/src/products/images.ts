import { PHOTO_FILES } from '@daftar/contract/files';
import { attachFile, publishFile, removeFile, storeFile } from '../files/index.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { LastImage, ProductNotFound } from './errors.ts';
import { lockProduct } from './store.ts';
import * as store from './store-images.ts';

const FIELD = 'product_images';
const USE = { purpose: 'product', field: FIELD } as const;

/**
 * Stores an uploaded picture, re-encoded in two sizes, with a public address. It is deleted after a day unless a
 * product is saved with it.
 * @throws InvalidError 422 on `file`
 */
export async function uploadImage(
  app: App,
  caller: Caller,
  file: UploadedFile | null,
): Promise<{ path: string; url: string }> {
  const upload = { purpose: USE.purpose, file, rule: PHOTO_FILES, field: 'file' };
  const { path } = await storeFile(app, caller, upload);
  const now = app.clock.now();
  const url = await transaction(app.db, (tx) => publishFile(tx, caller, path, { field: 'file', now }));
  return { path, url };
}

/**
 * Deletes an upload permanently; ignores one that a product uses.
 * @throws InvalidError 422 when there is no such product picture: files of other purposes cannot be deleted here
 */
export async function removeUpload(app: App, caller: Caller, path: string): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    // Attaching locks the file first, so that this sees a product being saved with it.
    await attachFile(tx, caller, path, { ...USE, now });
    if (!(await store.isUsed(tx, caller, path))) await removeFile(tx, caller, path, now);
  });
}

/** The pictures named in a form. */
interface Named {
  product_images?: readonly string[] | null | undefined;
  product_images_url?: readonly string[] | null | undefined;
  images_order?: readonly string[] | null | undefined;
}

/**
 * Replaces a locked product's pictures by those of a form, in its order. Removed pictures also disappear from orders.
 * @throws InvalidError 422 when one does not exist or is another product's
 */
export async function writeImages(
  tx: Tx,
  caller: Caller,
  productId: number,
  form: Named,
  now: Date,
): Promise<void> {
  const before = await store.findImages(tx, caller, productId);
  const kept = before.filter(({ address, path }) => {
    const named = [...(form.product_images_url ?? []), ...(form.product_images ?? [])];
    return named.includes(address) || named.includes(path);
  });
  const unknown = (form.product_images_url ?? []).filter(
    (url) => !before.some(({ address }) => address === url),
  );
  if (unknown.length > 0) throw InvalidError.field(FIELD, 'ImageUnknown');
  const paths = [...new Set(form.product_images ?? [])].filter(
    (path) => !before.some((image) => image.path === path),
  );
  const added: store.ImageRow[] = [];
  for (const path of paths) {
    await attachFile(tx, caller, path, { ...USE, now });
    const image = { path, address: await publishFile(tx, caller, path, { field: FIELD, now }) };
    if (!(await store.insertImage(tx, caller, productId, image, now))) {
      throw InvalidError.field(FIELD, 'ImageUnknown');
    }
    added.push(image);
  }
  await deleteImages(
    tx,
    caller,
    productId,
    before.filter((image) => !kept.includes(image)),
    now,
  );
  const order = form.images_order ?? [];
  const placeOf = ({ path, address }: store.ImageRow) => {
    const place = order.findIndex((name) => name === path || name === address);
    return place < 0 ? order.length : place;
  };
  const shown = [...kept, ...added].toSorted((a, b) => placeOf(a) - placeOf(b));
  await store.orderImages(
    tx,
    caller,
    productId,
    shown.map(({ path }) => path),
  );
}

async function deleteImages(
  tx: Tx,
  caller: Caller,
  productId: number,
  images: readonly store.ImageRow[],
  now: Date,
): Promise<void> {
  if (images.length === 0) return;
  const paths = images.map(({ path }) => path);
  for (const path of await store.removeImages(tx, caller, productId, paths)) {
    await removeFile(tx, caller, path, now);
  }
}

/** Deletes the pictures of a deleted product, except those that an order shows. */
export async function deleteUnshownImages(
  tx: Tx,
  caller: Caller,
  productId: number,
  now: Date,
): Promise<void> {
  await deleteImages(tx, caller, productId, await store.findUnshownImages(tx, caller, productId), now);
}

/**
 * Removes a picture from a product by its address, and from the orders that showed it.
 * @throws ProductNotFound, LastImage, InvalidError 422 on `url`
 */
export function removeImage(app: App, caller: Caller, productId: number, url: string): Promise<void> {
  return transaction(app.db, async (tx) => {
    if (!(await lockProduct(tx, caller, productId))) throw new ProductNotFound();
    const images = await store.findImages(tx, caller, productId);
    const named = images.filter(({ address }) => address === url);
    if (named.length === 0) throw InvalidError.field('url', 'ImageUnknown');
    if (images.length === 1) throw new LastImage();
    await deleteImages(tx, caller, productId, named, app.clock.now());
  });
}
