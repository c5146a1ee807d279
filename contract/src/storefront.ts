/**
 * The store for shoppers. Its pages are HTML forms that work without JavaScript, so its contract consists of the form
 * that each page posts and the view that each page is rendered from; the renderer (`web/shop`) and the server share
 * both.
 *
 * Addresses, under `/store/{slug}` or, for the test store, `/sandbox/store/{slug}`: `GET /` with
 * `?q=&category=&sub=&page=` · `GET /products/{id}` · `GET|POST /cart` · `GET|POST /checkout` · `GET /orders/{token}` ·
 * payment is `/pay/{token}` with the order's own token.
 */
import * as z from 'zod/mini';
import type { BrandView } from './brand.ts';
import { PAYER_RULES } from './checkout.ts';
import { count, readWhole } from './numbers.ts';
import type { Fulfilment } from './orders.ts';
import { Id } from './text.ts';
import type { FieldMessages, MessageRef } from './validate.ts';

export type StoreLocale = 'ar' | 'en';

export const CART_LINES_MAXIMUM = 30;
export const CART_QUANTITY_MAXIMUM = 99;
export const STORE_PAGE_SIZE = 24;

const QUANTITY = { least: 0, most: CART_QUANTITY_MAXIMUM };
const Quantity = count({ ...QUANTITY, error: 'QuantityOutside', params: QUANTITY });

/** Adds pieces to the cart (`add`), or sets their number (`set`; zero removes the product). */
export const CartForm = z.object({
  product: Id,
  quantity: Quantity,
  action: z._default(z.enum(['add', 'set']), 'add'),
});

/** The payer's data, the payment option and the cart as shown. */
export const CheckoutForm = z.object({
  ...PAYER_RULES,
  payment: z.enum(['now', 'delivery'], { error: 'Required' }),
  /** For payment on delivery: the code sent to the number. */
  otp: z.optional(z.string().check(z.maxLength(100))),
  /** The button that asks for another code. */
  resend: z.optional(z.literal('1')),
  /** The proof of work for the page's challenge. */
  proof: z.optional(z.string().check(z.maxLength(1_000))),
  /**
   * The total displayed on the page, in piastres; if the total has changed, the new one is shown before anything is
   * ordered.
   */
  total: oneOfWholeNumbers(),
});

function oneOfWholeNumbers() {
  return z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value: number | string) => readWhole(value) ?? -1),
  );
}

/** Query of the list of products. */
export const StoreQuery = z.object({
  q: z.optional(z.string().check(z.maxLength(200))),
  category: z.optional(Id),
  sub: z.optional(Id),
  page: z.optional(Id),
  sort: z.optional(z.enum(['newest', 'cheapest', 'dearest'])),
  lang: z.optional(z.enum(['ar', 'en'])),
});

// --- Views for the renderer -----------------------------------------------------------------------

export interface StoreMerchantView {
  name: string;
  logoUrl: string | null;
  /** The merchant's own colours, cover and footer; null for the provider's. */
  brand: BrandView | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  social: { kind: 'facebook' | 'instagram' | 'twitter' | 'linkedin'; url: string }[];
}

/** Addresses of a picture in two sizes. */
export interface PictureView {
  small: string;
  large: string;
}

export interface ProductCardView {
  id: number;
  name: string;
  pricePiastres: number;
  picture: PictureView | null;
  /** Pieces that can be bought now. */
  available: number;
}

export interface ProductView extends ProductCardView {
  code: string;
  description: string;
  weightGrams: number | null;
  pictures: PictureView[];
  category: { id: number; name: string };
  subCategory: { id: number; name: string };
}

export interface CartLineView extends ProductCardView {
  quantity: number;
  totalPiastres: number;
}

/** Changes since the cart was last viewed. */
export type CartNotice =
  | { kind: 'gone'; name: string }
  | { kind: 'fewer'; name: string; available: number }
  | { kind: 'price'; name: string; beforePiastres: number; nowPiastres: number };

export interface CartView {
  lines: CartLineView[];
  totalPiastres: number;
  notices: CartNotice[];
}

export interface OrderView {
  reference: string;
  token: string;
  isPaid: boolean;
  payment: 'now' | 'delivery';
  fulfilment: Fulfilment;
  /** ISO 8601. */
  createdAt: string;
  totalPiastres: number;
  lines: { name: string; quantity: number; pricePiastres: number; picture: string | null }[];
  /** E-mail and phone are masked and the address is omitted, except in the browser that ordered. */
  customer: { name: string; email: string; phone: string; address: string };
  /** Its payment page; null if it is paid or can no longer be paid. */
  payUrl: string | null;
}

export interface StoreCategoryView {
  id: number;
  name: string;
  subs: { id: number; name: string }[];
}

export type StorePage =
  | {
      kind: 'list';
      query: {
        q: string;
        category: number | null;
        sub: number | null;
        sort: 'newest' | 'cheapest' | 'dearest';
      };
      products: ProductCardView[];
      page: number;
      lastPage: number;
      total: number;
    }
  | {
      kind: 'product';
      product: ProductView;
      related: ProductCardView[];
      notice: 'added' | 'fewer' | null;
      wrong?: MessageRef;
    }
  /** `wrong`: the reason why a quantity was refused. */
  | { kind: 'cart'; cart: CartView; wrong?: MessageRef }
  | {
      kind: 'checkout';
      cart: CartView;
      ways: ('now' | 'delivery')[];
      values: Record<string, string>;
      errors: FieldMessages;
      /** The number to which a code was sent and that must be confirmed; null if none is pending. */
      codeSentTo: string | null;
      /**
       * The challenge (`challenge.ts`) whose proof of work, in the form's field `proof`, allows a code to be requested
       * now; null if none is required.
       */
      challenge: string | null;
    }
  | { kind: 'order'; order: OrderView; isNew: boolean }
  | { kind: 'message'; reason: 'not-found' | 'closed' | 'error' };

export interface StoreView {
  locale: StoreLocale;
  /** `/store/{slug}` or `/sandbox/store/{slug}`; empty without a store. */
  base: string;
  /** With the public host, for links to share. */
  publicUrl: string;
  /** The path of this page without the base. */
  path: string;
  mode: 'live' | 'test';
  merchant: StoreMerchantView | null;
  categories: StoreCategoryView[];
  /** True: there are more categories than shown. */
  hasMoreCategories: boolean;
  /** Pieces in the cart. */
  cartCount: number;
  page: StorePage;
}

/** Exports of the built renderer. */
export interface StoreRenderer {
  /** Returns a complete HTML document. */
  renderStorePage(view: StoreView): string;
  /** CSP sources (`'sha256-…'`) of the inline script and style. */
  csp: { script: string[]; style: string[] };
}
