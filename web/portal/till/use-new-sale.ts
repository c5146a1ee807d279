import { account } from '@daftar/contract/account';
import { LANGUAGE } from '@daftar/contract/payables';
import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../ui/form.tsx';
import { textKey } from '../../ui/text-key.ts';
import { queryOf } from '../shared/query-client.ts';
import { isUnanswered, useCreateSale } from './api.ts';
import { formOf, keptPerKey } from './sale.ts';

const AGAIN_MILLISECONDS = 3_000;

type SaleValues = { amount: string; invoice_name: string };

const givenUp = () => new DOMException('the sale was given up', 'AbortError');

/** Resolves after a pause, or as soon as the browser is online again; rejects when it is given up. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(givenUp());
      else resolve();
    };
    const timer = setTimeout(end, AGAIN_MILLISECONDS);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * The keypad's form. A call without an answer is repeated under the same key until it has one or is given up: the link
 * is made once, whatever got lost.
 */
export function useNewSale(amount: string, onMade: (id: number) => void) {
  const { t } = useTranslation('till');
  const { send } = useCreateSale();
  const language = useQuery(queryOf(account.formDefaults)).data?.data.language ?? LANGUAGE.arabic;
  const [isUnsure, setUnsure] = useState(false);
  const going = useRef<AbortController | null>(null);
  const [bodyFor] = useState(() => keptPerKey<ReturnType<typeof bodyOf>>());
  useEffect(() => () => going.current?.abort(), []);

  const bodyOf = ({ amount: typed, invoice_name }: SaleValues, now: number) =>
    formOf({
      amount: typed,
      name: invoice_name.trim() || t(textKey('unnamed.', language)),
      language,
      now,
    });
  const form = useContractForm<SaleValues>(PaymentLinkForm, {
    initialValues: { amount, invoice_name: '' },
    toInput: (values) => bodyOf(values, Date.now()),
    submit: async (values, { idempotencyKey }) => {
      going.current = new AbortController();
      const { signal } = going.current;
      const body = bodyFor(idempotencyKey, () => bodyOf(values, Date.now()));
      try {
        for (;;) {
          try {
            const { data } = await send({ body, idempotencyKey, signal });
            onMade(data.id);
            return;
          } catch (error) {
            if (!isUnanswered(error)) throw error;
            setUnsure(true);
            await pause(signal);
          }
        }
      } finally {
        setUnsure(false);
      }
    },
  });
  return { form, isUnsure, giveUp: () => going.current?.abort() };
}
