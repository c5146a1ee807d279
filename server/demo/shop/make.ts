import type { Fulfilment } from '@daftar/contract/orders';
import { createCategory, subCategoryChoices } from '../../src/categories/service.ts';
import { type DemoPayment, payForDemo } from '../../src/checkout/seed.ts';
import { findByToken, placeOrder } from '../../src/orders/index.ts';
import { fulfilOrder, receiveCash } from '../../src/orders/service.ts';
import type { App, Caller } from '../../src/platform/context.ts';
import { FakeClock } from '../../src/platform/time/clock.ts';
import { uploadImage } from '../../src/products/images.ts';
import { createProduct } from '../../src/products/service.ts';
import type { Agenda, Story } from '../agenda.ts';
import { PEOPLE } from '../story.ts';
import { CATEGORIES, type DemoOrder, type DemoProduct, ORDERS, PRODUCTS } from './catalogue.ts';
import { draw, SIDE } from './drawing.ts';

const DAY_MILLISECONDS = 86_400_000;
const STEPS: readonly Fulfilment[] = ['prepared', 'shipped', 'delivered'];
const OPENED_DAYS_AGO = 40;
/** Products and orders of the test store. */
const TEST = { products: 4, orders: 2 };

/** A drawing as a JPEG photograph. */
async function photographOf(product: DemoProduct, near: number) {
  const { default: sharp } = await import('sharp');
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const content = await sharp(draw(product.drawing, near), { raw }).jpeg({ quality: 90 }).toBuffer();
  return { field: 'file', name: `${product.code}.jpg`, claimedType: 'image/jpeg', content };
}

/** Creates the demo's store, categories and products with pictures, and tells of orders in every state. */
export async function makeShop(
  app: App,
  caller: Caller,
  today: Date,
  { agenda, plan }: { agenda: Agenda; plan: () => DemoPayment },
): Promise<void> {
  const isTest = caller.mode === 'test';
  const opened = new Date(today.getTime() - OPENED_DAYS_AGO * DAY_MILLISECONDS);
  const products = await makeProducts(
    app,
    caller,
    opened,
    isTest ? PRODUCTS.slice(0, TEST.products) : PRODUCTS,
  );
  const orders = isTest
    ? ORDERS.filter(({ items }) => items.every(([place]) => place < TEST.products)).slice(-TEST.orders)
    : ORDERS;
  for (const [serial, order] of orders.entries()) {
    await agenda.add(makeOrder(app, caller, today, { products, order, serial, plan }));
  }
}

async function makeProducts(app: App, caller: Caller, opened: Date, wanted: readonly DemoProduct[]) {
  const clock = new FakeClock(opened);
  const past: App = { ...app, clock };
  const places: { category_id: number; subs: number[] }[] = [];
  for (const { name, subs } of CATEGORIES) {
    const { id } = await createCategory(past, caller, { category: name, sub_category: [...subs] });
    const made = await subCategoryChoices(app.db, caller, id);
    places.push({ category_id: id, subs: made.map((sub) => sub.id) });
  }
  const ids: number[] = [];
  for (const product of wanted) {
    clock.advance({ minutes: 25 });
    const pictures: string[] = [];
    for (const near of [1, ...(product.closer ?? [])]) {
      pictures.push((await uploadImage(past, caller, await photographOf(product, near))).path);
    }
    const { category_id, subs } = places[product.place[0]]!;
    const { id } = await createProduct(past, caller, {
      product_name: product.name,
      product_code: product.code,
      description: product.description,
      price: product.pounds * 100,
      weight: product.kilograms === null ? null : product.kilograms * 1000,
      in_stock: product.pieces,
      category_id,
      sub_category_id: subs[product.place[1]]!,
      product_images: pictures,
    });
    ids.push(id);
  }
  return wanted.map((product, place) => ({ ...product, id: ids[place]! }));
}

interface Making {
  products: readonly (DemoProduct & { id: number })[];
  order: DemoOrder;
  /** The index of the order, which determines its customer and form. */
  serial: number;
  plan: () => DemoPayment;
}

async function* makeOrder(
  app: App,
  caller: Caller,
  today: Date,
  { products, order, serial, plan }: Making,
): Story {
  const clock = new FakeClock(new Date(today.getTime() - order.daysAgo * DAY_MILLISECONDS));
  const past: App = { ...app, clock };
  const { name, latin, address } = PEOPLE[(serial * 7) % PEOPLE.length]!;
  const email = `${latin}@example.com`;
  const mobile = `0100${String(2_000_000 + serial * 7_919).padStart(7, '0')}`;
  const bought = order.items.map(([place, quantity]) => ({ product: products[place]!, quantity }));
  yield clock.now();
  const placed = await placeOrder(past, caller, {
    lines: bought.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    expectedPiastres: bought.reduce((sum, { product, quantity }) => sum + product.pounds * 100 * quantity, 0),
    customer: { name, email, mobile, address },
    payment: order.payment,
    language: /[a-z]/i.test(name) ? 2 : 1,
    submissionKey: `demo-${serial}`,
  });
  if (placed === 'changed') throw new Error(`The demo order ${serial} could not be placed`);
  const { reference } = (await findByToken(past, caller, placed.token))!;
  const step = (fulfilment: Fulfilment) =>
    fulfilOrder(past, caller, reference, { fulfilment, note: order.note ?? '' });
  const pay = async () => {
    if (order.paid === null || order.paid === 'cash') return;
    const payer = { name, email, mobile, address };
    const payment: DemoPayment = {
      ...plan(),
      method: order.paid,
      ending: 'pays',
      payer,
      cardNumber: '4242424242424242',
      waitMinutes: 0,
    };
    await payForDemo(past, clock, placed.token, payment);
  };
  if (order.payment === 'now') await pay();
  if (order.fulfilment === 'canceled') {
    clock.advance({ hours: 20 });
    yield clock.now();
    await step('canceled');
    return;
  }
  const steps = STEPS.slice(0, STEPS.indexOf(order.fulfilment) + 1);
  for (const each of steps) {
    clock.advance({ hours: 9 });
    yield clock.now();
    if (each === 'delivered' && order.payment === 'delivery') {
      await pay();
      if (order.paid === 'cash') await receiveCash(past, caller, reference);
    }
    await step(each);
  }
}
