import { account } from '@daftar/contract/account';
import { type CurrencyId, lookups } from '@daftar/contract/lookups';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ContractForm } from '../../ui/form.tsx';
import { queryOf } from '../shared/query-client.ts';
import { another, type PayableValues } from './values.ts';

const HOUR = 3_600_000;

/** The merchant's payment methods and currencies. */
export function useFormLookups() {
  const methods = useQuery({ ...queryOf(lookups.paymentMethods), staleTime: HOUR });
  const currencies = useQuery({ ...queryOf(lookups.currencies), staleTime: HOUR });
  return { methods, currencies: currencies.data?.data };
}

/** EGP per unit of a currency; not loaded for EGP. */
export function useExchangeRate(code: 'EGP' | 'USD') {
  const query = useQuery({
    ...queryOf(lookups.exchangeRate, { query: { code } }),
    enabled: code !== 'EGP',
    staleTime: 60_000,
  });
  return code === 'EGP' ? 1 : query.data?.data.exchange_rate;
}

/**
 * Applies the default settings to a new form, unless something was typed before they arrived. `fits`: it begins empty.
 * @returns those that the form began with, in the same moment as the form has them: nothing counts as changed meanwhile
 */
export function useFormDefaults<V extends PayableValues>(
  form: Pick<ContractForm<V>, 'isDirty' | 'hydrate'>,
  fits = true,
): Partial<PayableValues> {
  const defaults = useQuery(queryOf(account.formDefaults)).data?.data;
  const [begun, setBegun] = useState<Partial<PayableValues> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they come; the form is another object each time.
  useEffect(() => {
    if (!fits || !defaults || begun || form.isDirty()) return;
    const { language, currency_id } = defaults;
    form.hydrate({ language, currency_id: currency_id as CurrencyId } as Partial<V>);
    setBegun({ language });
  }, [defaults]);
  return begun ?? {};
}

/** Begins a form with values that arrive once, such as those of another link, unless something was typed before. */
export function useStart<V extends PayableValues>(
  form: Pick<ContractForm<V>, 'isDirty' | 'hydrate'>,
  values: V | undefined,
): void {
  const begun = useRef(false);
  const methods = useFormLookups().methods.data?.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they come; the form is another object each time.
  useEffect(() => {
    if (!values || !methods || begun.current || form.isDirty()) return;
    begun.current = true;
    form.hydrate(
      another(
        values,
        Date.now(),
        methods.map(({ id }) => id),
      ),
    );
  }, [values, methods]);
}
