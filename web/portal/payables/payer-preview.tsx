import { type BrandView, brand as brands } from '@daftar/contract/brand';
import type { ChoiceView, MethodView, PayerField, PayView } from '@daftar/contract/checkout';
import type { PaymentMethodCode, PaymentMethodId } from '@daftar/contract/lookups';
import { isMoment } from '@daftar/contract/moment';
import { LANGUAGE } from '@daftar/contract/payment-links';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../pages/text.ts';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useMerchant } from '../shared/merchant.ts';
import { useMode } from '../shared/mode.ts';
import { useCan } from '../shared/permissions.ts';
import { queryOf } from '../shared/query-client.ts';
import { useFormLookups } from './lookups.ts';
import type PayerPage from './payer-page.tsx';
import classes from './payer-preview.module.css';
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

interface PayerPreviewProps {
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

const hundredths = (amount: number) => Math.round(amount * 100);

/** The payer's page as it will look, in their language or the other. */
export function PayerPreview(props: PayerPreviewProps) {
  const { t } = useTranslation('payables');
  const [loaded, setLoaded] = useState<{ Page: typeof PayerPage; words: Words } | null>(null);
  const [asked, setAsked] = useState<'ar' | 'en' | null>(null);
  const own = props.values.language === LANGUAGE.arabic ? 'ar' : 'en';
  const locale = asked ?? own;
  // Until another language has come, the page stays in the one before.
  useEffect(() => {
    let isWanted = true;
    fetchAhead(async () => {
      const { default: Page, fetchWords } = await import('./payer-page.tsx');
      const words = await fetchWords(locale);
      if (isWanted) setLoaded({ Page, words });
    });
    return () => {
      isWanted = false;
    };
  }, [locale]);
  const ask = useCallback((next: 'ar' | 'en') => setAsked(next === own ? null : next), [own]);
  const view = useView(props, locale);
  // Typing is not held up by drawing what is typed.
  const drawn = useDeferredValue(view);
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <Head locale={locale} onAsk={ask} />
      <div className={classes.frame}>
        {loaded && drawn ? (
          <loaded.Page words={loaded.words} view={drawn} title={t('preview.title')} />
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
    </section>
  );
}

interface HeadProps {
  locale: 'ar' | 'en';
  onAsk: (locale: 'ar' | 'en') => void;
}

/** The title and the choice of the language, which typing does not render again. */
const Head = memo(function Head({ locale, onAsk }: HeadProps) {
  const { t } = useTranslation('payables');
  return (
    <div className={classes.head}>
      <h3 className={classes.title}>{t('preview.title')}</h3>
      <SegmentedControl
        size="xs"
        aria-label={t('preview.language')}
        value={locale}
        onChange={(next) => onAsk(next as 'ar' | 'en')}
        data={[
          { value: 'ar', label: <span lang="ar">العربية</span> },
          { value: 'en', label: <span lang="en">English</span> },
        ]}
      />
    </div>
  );
});

/** The merchant's logo, colour, cover and footer, for whoever may see them; otherwise the page is shown in ours. */
function useBrand(): { logoUrl: string | null; brand: BrandView | null } {
  const maySee = useCan()('view-settings');
  const kept = useQuery({ ...queryOf(brands.get), enabled: maySee, staleTime: 60_000 }).data?.data;
  return useMemo(
    () =>
      kept
        ? {
            logoUrl: kept.logoUrl,
            brand: {
              colour: kept.colour || null,
              coverUrl: kept.coverUrl,
              footer: { en: kept.footerEn, ar: kept.footerAr },
            },
          }
        : { logoUrl: null, brand: null },
    [kept],
  );
}

/** The view that the payment page would be rendered from; null until the methods are known. */
function useView({ values, sums, code, rate, as }: PayerPreviewProps, locale: 'ar' | 'en'): PayView | null {
  const merchant = useMerchant()?.business_name ?? '';
  const { logoUrl, brand } = useBrand();
  const mode = useMode();
  const { methods } = useFormLookups();
  const items = methods.data?.data;
  if (!items) return null;
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
    merchant: { name: merchant, logoUrl, brand },
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
