import { RATE_SCALE } from '@daftar/contract/money';
import type {
  BankHoliday,
  BankHolidayForm,
  ExchangeRate,
  ExchangeRateForm,
} from '@daftar/contract/ops-platform';
import type { z } from 'zod/mini';
import { recordProviderAudit } from '../../audit/record.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { InvalidError, NotFoundError } from '../../platform/http/errors.ts';
import { cairoDay } from '../../platform/time/cairo.ts';
import { authorOf } from '../by.ts';
import * as store from './store.ts';

/** A greater relative difference from the current rate must be confirmed, because it is most likely a typing error. */
const FAR_OFF = 0.1;

/** Lists the exchange rates, the newest first, with the current one marked. */
export async function listExchangeRates(app: App): Promise<ExchangeRate[]> {
  const now = app.clock.now();
  const inForce = new Set<string>();
  return (await store.listExchangeRates(app.db)).map(({ currency, rateScaled, effectiveFrom }) => {
    const isFuture = effectiveFrom > now;
    const isCurrent = !isFuture && !inForce.has(currency);
    if (isCurrent) inForce.add(currency);
    return {
      currency,
      rate: rateScaled / RATE_SCALE,
      effective_from: effectiveFrom.toISOString(),
      state: isFuture ? 'future' : isCurrent ? 'current' : 'past',
    };
  });
}

/**
 * Adds an exchange rate that applies from now or later; earlier conversions do not change.
 * @throws InvalidError for a time that has passed or is taken, and for an unconfirmed rate far from the current one.
 */
export async function addExchangeRate(
  app: App,
  operator: Operator,
  form: z.output<typeof ExchangeRateForm>,
): Promise<void> {
  const now = app.clock.now();
  const effectiveFrom = form.effective_from ? new Date(form.effective_from) : now;
  if (effectiveFrom < now) throw InvalidError.field('effective_from', 'MomentInPast');
  const { currency, rate: rateScaled } = form;
  await transaction(app.db, async (tx) => {
    const rates = await store.listExchangeRates(tx);
    const current = rates.find((rate) => rate.currency === currency && rate.effectiveFrom <= now);
    const change = current ? Math.abs(rateScaled / current.rateScaled - 1) : 0;
    if (change > FAR_OFF && !form.confirmed) throw InvalidError.field('rate', 'RateFarOff');
    if (!(await store.insertExchangeRate(tx, { currency, rateScaled, effectiveFrom }))) {
      throw InvalidError.field('effective_from', 'MomentTaken');
    }
    await recordProviderAudit(tx, authorOf(operator), now, {
      action: 'exchange-rate.add',
      subject: `exchange-rate:${currency}`,
      ...(current ? { before: { rate: current.rateScaled / RATE_SCALE } } : {}),
      after: { rate: rateScaled / RATE_SCALE, effectiveFrom: effectiveFrom.toISOString() },
    });
  });
}

const holidayOf = ({ day, nameEn, nameAr }: store.StoredHoliday): BankHoliday => ({
  day,
  name_en: nameEn,
  name_ar: nameAr,
});

/** Lists bank holidays of this year and later. */
export async function listBankHolidays(app: App): Promise<BankHoliday[]> {
  const year = cairoDay(app.clock.now()).slice(0, 4);
  return (await store.listBankHolidays(app.db, `${year}-01-01`)).map(holidayOf);
}

/** Past days cannot change, because settlement days were computed from them. */
function requireToCome(app: App, day: string): void {
  if (day < cairoDay(app.clock.now())) throw InvalidError.field('day', 'DateInPast');
}

/** Adds or renames a bank holiday. @throws InvalidError for a day that has passed. */
export async function saveBankHoliday(
  app: App,
  operator: Operator,
  form: z.output<typeof BankHolidayForm>,
): Promise<void> {
  requireToCome(app, form.day);
  await transaction(app.db, async (tx) => {
    const before = await store.lockHoliday(tx, form.day);
    await store.writeHoliday(tx, { day: form.day, nameEn: form.name_en, nameAr: form.name_ar });
    await recordProviderAudit(tx, authorOf(operator), app.clock.now(), {
      action: 'bank-holiday.save',
      subject: `bank-holiday:${form.day}`,
      ...(before ? { before: holidayOf(before) } : {}),
      after: form,
    });
  });
}

/** Removes a future bank holiday. @throws NotFoundError, InvalidError for a day that has passed. */
export async function removeBankHoliday(app: App, operator: Operator, day: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const before = await store.lockHoliday(tx, day);
    if (!before) throw new NotFoundError();
    requireToCome(app, day);
    await store.deleteHoliday(tx, day);
    await recordProviderAudit(tx, authorOf(operator), app.clock.now(), {
      action: 'bank-holiday.remove',
      subject: `bank-holiday:${day}`,
      before: holidayOf(before),
    });
  });
}
