import type { CardBrand } from '@daftar/contract/checkout';
import type { PaymentMethodCode } from '@daftar/contract/lookups';
import { Drawing } from '../pages/icons.tsx';

const METHODS: Readonly<Record<PaymentMethodCode, string>> = {
  Card: 'M4 5.5h16A1.5 1.5 0 0 1 21.5 7v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5zM2.5 10h19M6 14.5h4',
  AmanCard:
    'M4 5.5h16A1.5 1.5 0 0 1 21.5 7v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 17V7A1.5 1.5 0 0 1 4 5.5zM7 12l2.2 2.2 4-4.4',
  MobileWallet:
    'M8 2.5h8a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1zM10 8.5h4.5v4H10zM11 18.5h2',
  Kiosk:
    'M4 10v9.5h16V10M2.5 9.5l2-5.5h15l2 5.5a3 3 0 0 1-4.75 0 3 3 0 0 1-4.75 0 3 3 0 0 1-4.75 0 3 3 0 0 1-4.75 0zM9.5 19.5v-5h5v5',
  InstaPay: 'M4 8.5h14M14.5 5l3.5 3.5-3.5 3.5M20 15.5H6M9.5 12L6 15.5 9.5 19',
};

/** The drawing of a way to pay. */
export function MethodIcon({ code }: { code: PaymentMethodCode }) {
  return <Drawing path={METHODS[code]} size={24} />;
}

export const BRAND_NAMES: Record<CardBrand, string | null> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  meeza: 'Meeza',
  card: null,
};
const SHORT: Record<Exclude<CardBrand, 'card'>, string> = {
  visa: 'VISA',
  mastercard: 'Mastercard',
  amex: 'AMEX',
  meeza: 'meeza',
};
export const KNOWN_BRANDS = Object.keys(SHORT) as Exclude<CardBrand, 'card'>[];

/** A brand's name set like a badge, without its owner's artwork. */
export function BrandBadge({ brand }: { brand: Exclude<CardBrand, 'card'> }) {
  return (
    <span className={`brand brand-${brand}`} dir="ltr">
      {SHORT[brand]}
    </span>
  );
}
