import type {
  CartLineView,
  OrderView,
  PictureView,
  ProductView,
  StoreLocale,
  StorePage,
  StoreView,
} from '@daftar/contract/storefront';

const picture = (name: string): PictureView => ({
  small: `/media/${name}?size=small`,
  large: `/media/${name}`,
});

export const PRODUCT: ProductView = {
  id: 7,
  name: 'كنكة نحاس Pot',
  pricePiastres: 32_050,
  picture: picture('pot'),
  available: 9,
  code: 'COP-1',
  description: 'مطروقة باليد\nفي خان الخليلي',
  weightGrams: 350,
  pictures: [picture('pot'), picture('near')],
  category: { id: 1, name: 'النحاس' },
  subCategory: { id: 11, name: 'كنكات' },
};

export const productPage = (changes: Partial<ProductView> = {}, notice: 'added' | 'fewer' | null = null) =>
  ({ kind: 'product', product: { ...PRODUCT, ...changes }, related: [PRODUCT], notice }) satisfies StorePage;

const LINE: CartLineView = { ...PRODUCT, quantity: 2, totalPiastres: 64_100 };

const cartPage = (lines: CartLineView[] = [LINE]) =>
  ({
    kind: 'cart',
    cart: {
      lines,
      totalPiastres: 64_100,
      notices: [
        { kind: 'gone', name: 'فانوس' },
        { kind: 'fewer', name: 'شال', available: 2 },
        { kind: 'fewer', name: 'طبق', available: 0 },
        { kind: 'price', name: 'مفرش', beforePiastres: 1_000, nowPiastres: 1_250 },
      ],
    },
  }) satisfies StorePage;

/** A checkout with something in its cart. */
export const checkoutPage = (changes: Partial<Extract<StorePage, { kind: 'checkout' }>> = {}) =>
  ({
    kind: 'checkout',
    cart: { lines: [LINE], totalPiastres: 64_100, notices: [] },
    ways: ['now', 'delivery'],
    values: {},
    errors: {},
    codeSentTo: null,
    challenge: null,
    ...changes,
  }) satisfies StorePage;

/** An order as its shopper sees it. */
export const orderPage = (changes: Partial<OrderView> = {}, isNew = false) =>
  ({
    kind: 'order',
    isNew,
    order: {
      reference: 'ORD-7F3K92QX',
      token: 'x'.repeat(27),
      isPaid: false,
      payment: 'now',
      fulfilment: 'new',
      createdAt: '2026-11-21T12:15:00Z',
      totalPiastres: 64_100,
      lines: [{ name: PRODUCT.name, quantity: 2, pricePiastres: 32_050, picture: null }],
      customer: { name: 'سارة', email: 's@x.eg', phone: '01112345678', address: 'شارع النيل' },
      payUrl: `/pay/${'x'.repeat(27)}`,
      ...changes,
    },
  }) satisfies StorePage;

/** A list of products. */
export const listPage = (changes: Partial<Extract<StorePage, { kind: 'list' }>> = {}) =>
  ({
    kind: 'list',
    query: { q: '', category: null, sub: null, sort: 'newest' },
    products: [PRODUCT, { ...PRODUCT, id: 8, available: 0, picture: null }],
    page: 1,
    lastPage: 1,
    total: 2,
    ...changes,
  }) satisfies StorePage;

/** Every page in the states that are drawn differently. */
export const everyPage = (): Record<string, StorePage> => ({
  list: listPage(),
  'list of a category, second page': listPage({
    query: { q: '', category: 1, sub: 11, sort: 'cheapest' },
    page: 2,
    lastPage: 3,
  }),
  'nothing found': listPage({
    query: { q: 'طبق', category: null, sub: null, sort: 'newest' },
    products: [],
    total: 0,
  }),
  'empty store': listPage({ products: [], total: 0 }),
  product: productPage(),
  'product just added': productPage({ available: 3 }, 'added'),
  'product of which fewer were left': productPage({ weightGrams: null, pictures: [] }, 'fewer'),
  'product sold out': productPage({ available: 0 }),
  cart: cartPage(),
  'empty cart': cartPage([]),
  checkout: checkoutPage(),
  'checkout with errors': checkoutPage({
    values: { name: 'سارة', email: 's@' },
    errors: { email: [{ key: 'InvalidEmail' }], address: [{ key: 'Required' }] },
  }),
  'new order': orderPage({}, true),
  'order on delivery, prepared': orderPage({ payment: 'delivery', fulfilment: 'prepared' }),
  'paid order, delivered': orderPage({ isPaid: true, fulfilment: 'delivered', payUrl: null }),
  'canceled order': orderPage({ fulfilment: 'canceled', payUrl: null }),
  'not there': { kind: 'message', reason: 'not-found' },
  closed: { kind: 'message', reason: 'closed' },
  broken: { kind: 'message', reason: 'error' },
});

/** A page of a live store in a language. */
export const viewOf = (
  locale: StoreLocale,
  page: StorePage,
  changes: Partial<StoreView> = {},
): StoreView => ({
  locale,
  base: '/store/nile',
  publicUrl: 'https://daftar.example',
  path: page.kind === 'product' ? `/products/${page.product.id}` : '/',
  mode: 'live',
  merchant: {
    name: 'حِرف النيل',
    logoUrl: '/media/logo?size=small',
    brand: null,
    phone: '01001234567',
    email: 'm@x.eg',
    address: 'الزمالك، القاهرة',
    social: [{ kind: 'instagram', url: 'https://instagram.example/nile' }],
  },
  categories: [{ id: 1, name: 'النحاس', subs: [{ id: 11, name: 'كنكات' }] }],
  hasMoreCategories: false,
  cartCount: 2,
  page,
  ...changes,
});
