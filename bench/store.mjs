// Creates a store with products and pictures over HTTP, as its merchant would.
import { Buffer } from 'node:buffer';

/** A one-pixel picture: the page is measured, not the merchant's photographs. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCB/wyy7gAAAABJRU5ErkJggg==',
  'base64',
);

/** Fills the test store of a merchant. @returns its URL, and that of the newest product */
export async function openStore(product, merchant, count) {
  const headers = { authorization: `Bearer ${merchant.token}` };
  const call = async (path, body) => {
    const isForm = body instanceof FormData;
    const reply = await fetch(`${product.url}/api/sandbox/merchant/store/${path}`, {
      ...(body ? { method: 'POST', body: isForm ? body : JSON.stringify(body) } : {}),
      headers: body && !isForm ? { ...headers, 'content-type': 'application/json' } : headers,
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { id: category } = await call('categories/create-category', {
    category: 'النحاس',
    sub_category: ['كنكات', 'صواني', 'Lanterns'],
  });
  const [sub] = await call(`lookup/sub-categories?category=${category}`);
  let newest;
  for (let serial = 1; serial <= count; serial += 1) {
    const file = new FormData();
    file.append('file', new Blob([PICTURE], { type: 'image/png' }), 'picture.png');
    const { path } = await call('products/upload-product-img', file);
    newest = await call('products/create-product', {
      product_name: `كنكة نحاس مطروقة ${serial}`,
      product_code: `COP-${serial}`,
      description: 'مطروقة باليد في خان الخليلي ومبطّنة بالقصدير، تكفي أربعة فناجين.',
      price: 320.5,
      in_stock: 12,
      category_id: category,
      sub_category_id: sub.id,
      product_images: [path],
    });
  }
  const { link } = await call('products/link');
  return { list: link, product: newest.url };
}
