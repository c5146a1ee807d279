/** What the payer's page is drawn from; it comes with the page. */
import { type BrandView, brand as brands } from '@daftar/contract/brand';
import type { ChoiceView, MethodView, PayerField, PayView } from '@daftar/contract/checkout';
import type { PaymentMethodCode, PaymentMethodId } from '@daftar/contract/lookups';
import { isMoment } from '@daftar/contract/moment';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMerchant } from '../shared/merchant.ts';
import { useMode } from '../shared/mode.ts';
import { useCan } from '../shared/permissions.ts';
import { queryOf } from '../shared/query-client.ts';
import { useFormLookups } from './lookups.ts';
import type { PayableSums, PayableValues } from './values.ts';

/** What a noun tells of its page. */
export interface PreviewedAs {
  kind: 'payment-link' | 'invoice';
  /** The reference that it gets, as far as it is known. */
  reference: string;
  /** What the payer decides. */
  choice?: ChoiceView | null;
  /** It never ends. */
  endless?: boolean;
  /** Whom it is for. */
  billTo?: string | undefined;
}

/** What a form holds, as far as its payer sees it. */
export interface PreviewedPayable {
  values: PayableValues;
  sums: PayableSums;
  code: string;
  rate: number | undefined;
  as: PreviewedAs;
}

const ASKED: Readonly<
  Record<'require_name' | 'require_email' | 'require_phone' | 'require_address', PayerField>
> = {
  require_name: 'name',
  require_email: 'email',
  require_phone: 'phone',
  require_address: 'address',
};

const hundredths = (amount: number | null) => Math.round((amount ?? 0) * 100);

/** The merchant's logo, colour, cover and footer, for whoever may see them, null until they have come; otherwise the page is shown in ours. */
function useBrand(): { logoUrl: string | null; brand: BrandView | null } | null {
  const maySee = useCan()('view-settings');
  const { data, isLoading } = useQuery({ ...queryOf(brands.get), enabled: maySee, staleTime: 60_000 });
  const kept = data?.data;
  return useMemo(() => {
    if (isLoading) return null;
    return kept
      ? {
          logoUrl: kept.logoUrl,
          brand: {
            colour: kept.colour || null,
            coverUrl: kept.coverUrl,
            footer: { en: kept.footerEn, ar: kept.footerAr },
          },
        }
      : { logoUrl: null, brand: null };
  }, [kept, isLoading]);
}

/**
 * The view that the payment page would be rendered from; null until the methods and the brand are known. It is the same object
 * while it says the same.
 */
export function usePayerView(payable: PreviewedPayable, locale: 'ar' | 'en'): PayView | null {
  const view = useCurrentView(payable, locale);
  const said = JSON.stringify(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says is all of it.
  return useMemo(() => view, [said]);
}

function useCurrentView(
  { values, sums, code, rate, as }: PreviewedPayable,
  locale: 'ar' | 'en',
): PayView | null {
  const merchant = useMerchant()?.business_name ?? '';
  const brand = useBrand();
  const mode = useMode();
  const { methods } = useFormLookups();
  const items = methods.data?.data;
  if (!items || !brand) return null;
  const piastres = hundredths(sums.value ?? sums.total);
  const chosen = values.payment_methods;
  const offered = items.filter(({ id }) => chosen.length === 0 || chosen.includes(id));
  return {
    locale,
    token: null,
    mode,
    sandbox: false,
    embedders: [],
    isFramed: false,
    merchant: { name: merchant, ...brand },
    page: {
      kind: 'open',
      payable: {
        kind: as.kind,
        reference: as.reference,
        title: values.invoice_name.trim() || '…',
        description: values.description.trim(),
        currency: code,
        subtotal: hundredths(sums.subtotal),
        tax: hundredths(sums.tax),
        fees: hundredths(sums.fees),
        total: hundredths(sums.total),
        charged: code === 'EGP' ? null : { piastres, rate: rate ?? 0 },
        dueDate: !as.endless && isMoment(values.due_date) ? values.due_date : null,
        choice: as.choice ?? null,
        billTo: as.billTo ? { name: as.billTo, email: '', mobile: '' } : null,
      },
      methods: offered.map(({ id, code: method }) => methodView(id, method, piastres, mode)),
      asks: (Object.keys(ASKED) as (keyof typeof ASKED)[]).flatMap((name) =>
        values[name] ? ASKED[name] : [],
      ),
      values: {},
      errors: {},
      notice: null,
      form: '',
      paid: null,
      underWay: null,
      challenge: null,
    },
  };
}

/** A method as the page offers it; what is charged on top by rates is the server's to say. */
function methodView(id: number, code: string, chargePiastres: number, mode: 'live' | 'test'): MethodView {
  const isCard = code === 'Card';
  const isWallet = code === 'AmanCard' || code === 'MobileWallet';
  return {
    id: id as PaymentMethodId,
    code: code as PaymentMethodCode,
    chargePiastres,
    customerFeePiastres: 0,
    collects: isCard && mode === 'test' ? 'card' : isWallet ? 'wallet-mobile' : 'nothing',
    pays: isCard && mode === 'live' ? 'redirect' : isCard || isWallet ? 'here' : 'code',
  };
}
