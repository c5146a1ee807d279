import { type Env, fail, wholeNumber } from './env.ts';

/** The issuer of tax invoices for our fees, and their first month. */
interface FeeInvoices {
  issuer: {
    /** The tax registration number: nine digits. */
    taxId: string;
    name: { en: string; ar: string };
    address: { en: string; ar: string };
  };
  /** `YYYY-MM`. */
  from: string;
}

/** The issuer for installations without real merchants. */
const EXAMPLE: FeeInvoices = {
  issuer: {
    taxId: '100200300',
    name: { en: 'Daftar Payments (example)', ar: 'دفتر للمدفوعات (مثال)' },
    address: { en: '1 Tahrir Square, Cairo', ar: '١ ميدان التحرير، القاهرة' },
  },
  from: '2020-01',
};

const OF_AN_ISSUER = [
  'DAFTAR_ISSUER_NAME',
  'DAFTAR_ISSUER_NAME_AR',
  'DAFTAR_ISSUER_ADDRESS',
  'DAFTAR_ISSUER_ADDRESS_AR',
  'DAFTAR_FEE_INVOICES_FROM',
];

function feeInvoices(env: Env, production: boolean): FeeInvoices | null {
  const taxId = env.DAFTAR_ISSUER_TAX_ID || null;
  const given = (name: string) => env[name]?.trim() || null;
  if (taxId === null) {
    const alone = OF_AN_ISSUER.find(given);
    if (alone !== undefined) fail('DAFTAR_ISSUER_TAX_ID', `must be set when ${alone} is`);
    return production ? null : EXAMPLE;
  }
  if (!/^\d{9}$/.test(taxId)) fail('DAFTAR_ISSUER_TAX_ID', 'must have nine digits');
  const needed = (name: string): string =>
    given(name) ?? fail(name, 'must be set when DAFTAR_ISSUER_TAX_ID is: invoices state it');
  const from = needed('DAFTAR_FEE_INVOICES_FROM');
  if (!/^20[2-9]\d-(?:0[1-9]|1[0-2])$/.test(from))
    fail('DAFTAR_FEE_INVOICES_FROM', `must be a month such as 2026-07, not "${from}"`);
  return {
    issuer: {
      taxId,
      name: { en: needed('DAFTAR_ISSUER_NAME'), ar: needed('DAFTAR_ISSUER_NAME_AR') },
      address: { en: needed('DAFTAR_ISSUER_ADDRESS'), ar: needed('DAFTAR_ISSUER_ADDRESS_AR') },
    },
    from,
  };
}

/** Reads our fees and their tax, and waiting periods of money. */
export const moneySettings = (env: Env, { production }: { production: boolean }) => ({
  /** VAT on our fees, in basis points. */
  vatBps: wholeNumber(env, 'DAFTAR_VAT_BPS', { from: 0, to: 10_000, unset: 1400 }),
  /** Null: no tax invoices for our fees are issued. Outside production a sample issuer is used. */
  feeInvoices: feeInvoices(env, production),
  /** The rate of merchants without their own, in basis points. */
  defaultRateBps: wholeNumber(env, 'DAFTAR_RATE_BPS', { from: 0, to: 10_000, unset: 275 }),
  /** The fixed part of that rate. */
  defaultFixedFeePiastres: wholeNumber(env, 'DAFTAR_FIXED_FEE_PIASTRES', {
    from: 0,
    to: 100_000,
    unset: 300,
  }),
  /** Days after which an uncollected payout returns to the balance. */
  payoutDays: wholeNumber(env, 'DAFTAR_PAYOUT_DAYS', { from: 1, to: 365, unset: 7 }),
  /** Hours before the first settlement to a replacement bank account. */
  bankRestHours: wholeNumber(env, 'DAFTAR_BANK_REST_HOURS', { from: 0, to: 720, unset: 72 }),
});
