import { PICTURE_FILES } from '@daftar/contract/files';
import { storeFile } from '../../src/files/index.ts';
import { placeOrder } from '../../src/orders/index.ts';
import { picture } from './files.ts';
import { ownFields } from './samples-payables.ts';
import { type Fields, next, type Sample, type World } from './world.ts';

const post = async ({ daftar, actor, mode }: World, path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/merchant/store${path}`, mode, as: actor, body });

/** Returns a valid category. */
export const categoryForm = (): Fields => ({
  category: `فئة ${next()}`,
  sub_category: ['قمصان', 'Scarves'],
});

/** Creates a category of the actor's merchant with its sub-categories. */
export async function categoryOf(
  world: World,
): Promise<{ id: number; name: string; sub: { id: number; name: string } }> {
  const form = categoryForm();
  const made = await post(world, '/categories/create-category', form);
  const { daftar, actor, mode } = world;
  const subs = await daftar.call({
    method: 'GET',
    path: '/merchant/store/lookup/sub-categories',
    query: { category: String(made.body.data.id) },
    mode,
    as: actor,
  });
  return { id: made.body.data.id, name: String(form.category), sub: subs.body.data[0] };
}

/** Uploads a product picture of the actor's merchant. @returns its path */
export async function pictureOf({ daftar, actor }: World): Promise<string> {
  const file = { field: 'file', name: 'shirt.png', claimedType: 'image/png', content: await picture() };
  const upload = { purpose: 'product', file, rule: PICTURE_FILES } as const;
  const { path } = await storeFile(daftar.app, actor, upload);
  // Marked as attached, because hundreds of unattached uploads would exceed their limit.
  await daftar.app.db`
    update files set attached_at = created_at where merchant_id = ${actor.merchantId} and path = ${path}`;
  return path;
}

/**
 * Returns the actor's first product with more than one picture, created if missing, so that the query and the body of a
 * request refer to the same one.
 */
async function picturedProduct(world: World): Promise<{ id: number; url: string }> {
  const { daftar, actor, mode } = world;
  const [found] = await daftar.app.db<{ id: number; url: string }[]>`
    select p.id, i.address as url from product_images i
      join products p on p.merchant_id = i.merchant_id and p.id = i.product_id
     where i.merchant_id = ${actor.merchantId} and p.mode = ${mode} and i.removed_at is null
       and exists (select from product_images o
                    where (o.merchant_id, o.product_id) = (i.merchant_id, i.product_id) and o.id > i.id
                      and o.removed_at is null)
     order by i.id limit 1`;
  if (found) return found;
  await productOf(world, { product_images: [await pictureOf(world), await pictureOf(world)] });
  return picturedProduct(world);
}

/** Returns a new valid product form on each call. */
export async function productForm(world: World, changes: Fields = {}): Promise<Fields> {
  const category = await categoryOf(world);
  return {
    product_name: 'قميص قطن Cotton shirt',
    product_code: `SH-${next()}`,
    description: 'Egyptian cotton, white',
    price: 150.25,
    weight: 0.3,
    in_stock: 10,
    category_id: category.id,
    sub_category_id: category.sub.id,
    product_images: [await pictureOf(world)],
    ...changes,
  };
}

/** Creates a product of the actor's merchant. */
export async function productOf(world: World, changes: Fields = {}): Promise<{ id: number }> {
  const made = await post(world, '/products/create-product', await productForm(world, changes));
  return { id: made.body.data.id };
}

/** Places an order of one item as a shopper. */
export async function orderOf(
  world: World,
  payment: 'now' | 'delivery' = 'delivery',
  product: Fields = {},
): Promise<{ id: number; reference: string; token: string; productId: number }> {
  const { id: productId } = await productOf(world, product);
  const scope = { merchantId: world.actor.merchantId, mode: world.mode };
  const placed = await placeOrder(world.daftar.app, scope, {
    lines: [{ productId, quantity: 1 }],
    expectedPiastres: 15025,
    customer: { name: 'سارة', email: 'sara@shopper.example', mobile: '01112345678', address: 'Cairo' },
    payment,
    language: 1,
    submissionKey: `sample-${next()}`,
  });
  if (placed === 'changed') throw new Error('the order was not placed');
  const [row] = await world.daftar.app.db<{ id: number; reference: string }[]>`
    select id, reference from orders where merchant_id = ${scope.merchantId} and token = ${placed.token}`;
  return { id: row!.id, reference: row!.reference, token: placed.token, productId };
}

function fileForm(content: string | Uint8Array<ArrayBuffer>, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}

const categorySheet = () =>
  fileForm(`category,sub_category\nGroup ${next()},"Shirts, Scarves"\n`, 'categories.csv');

async function productSheet(world: World): Promise<FormData> {
  const { name, sub } = await categoryOf(world);
  const head = 'product_code,product_name,description,price,in_stock,category,sub_category';
  return fileForm(`${head}\nC-${next()},Shirt,White,150.25,3,${name},${sub.name}\n`, 'products.csv');
}

const ofProduct = async (world: World) => ({ product_id: String((await productOf(world)).id) });
const ofCategory = async (world: World) => ({ category_id: String((await categoryOf(world)).id) });
const ofOrder = async (world: World) => ({ order_number: (await orderOf(world)).reference });

/** Samples of the store's endpoints, by `noun.endpoint`. */
export const storeSamples: Record<string, Sample> = {
  'categories.details': { query: ofCategory },
  'categories.create': { body: categoryForm },
  'categories.update': {
    body: async (world) => ({ ...categoryForm(), category_id: (await categoryOf(world)).id }),
  },
  'categories.delete': { query: ofCategory },
  'categories.importPreview': { body: categorySheet },
  'categories.import': { body: categorySheet },
  'products.saveOptions': { body: () => ({ pay_now: true, cash_on_delivery: true }) },
  'products.subCategoryChoices': {
    query: async (world) => ({ category: String((await categoryOf(world)).id) }),
  },
  'products.details': { query: ofProduct },
  'products.create': { body: productForm },
  'products.update': {
    body: async (world) => ({ ...(await productForm(world)), product_id: (await productOf(world)).id }),
  },
  'products.delete': { query: ofProduct },
  'products.importPreview': { body: productSheet },
  'products.import': { body: productSheet },
  'products.uploadImage': {
    body: async () => fileForm(new Uint8Array(await picture()), 'shirt.png'),
  },
  'products.removeUpload': { body: async (world) => ({ path: await pictureOf(world) }) },
  'products.removeImage': {
    query: async (world) => ({ product_id: String((await picturedProduct(world)).id) }),
    body: async (world) => ({ url: (await picturedProduct(world)).url }),
  },
  'orders.details': { query: ofOrder },
  'orders.fulfil': {
    body: async (world) => ({ ...(await ofOrder(world)), fulfilment: 'shipped', note: 'By courier' }),
  },
  'orders.setOwnFields': {
    params: async (world) => ({ id: (await orderOf(world)).id }),
    body: ownFields,
  },
  'orders.cashReceived': { body: ofOrder },
};
