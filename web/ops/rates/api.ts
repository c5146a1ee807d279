import { type BankHoliday, type ExchangeRateForm, opsPlatform } from '@daftar/contract/ops-platform';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '../shared/call.ts';
import { act, queryOf, thenRefetch } from '../shared/query.ts';

/** Pounds per dollar: the current rate, future ones and former ones. */
export const useExchangeRates = () => useQuery(queryOf(opsPlatform.exchangeRates));

/** Add a rate. @throws ApiError 422 for one that is far from the current one and not `confirmed` */
export const addExchangeRate = (body: z.input<typeof ExchangeRateForm>) =>
  thenRefetch(call(opsPlatform.addExchangeRate, { body }));

/** Bank holidays, without weekends. */
export const useBankHolidays = () => useQuery(queryOf(opsPlatform.bankHolidays));

/** Add a holiday, or rename that of the day. */
export const saveBankHoliday = (body: BankHoliday) =>
  thenRefetch(call(opsPlatform.saveBankHoliday, { body }));

/** Remove a holiday. @returns whether it succeeded */
export const removeBankHoliday = ({ day }: BankHoliday) =>
  act(() => call(opsPlatform.removeBankHoliday, { params: { day } }));
