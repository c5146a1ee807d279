import { useEffect, useRef, useState } from 'react';
import { useMerchant } from '../../shared/merchant.ts';
import { useMode } from '../../shared/mode.ts';
import { clearDraft, type Draft, draftKey, readDraft, writeDraft } from '../draft.ts';
import type { InvoiceValues } from '../form-values.ts';

interface Filled {
  values: InvoiceValues;
  isDirty: () => boolean;
  setAll: (values: Partial<InvoiceValues>) => void;
}

/**
 * Keeps what is typed through an accidental close of the tab, per merchant and mode, and offers it back. The one that
 * is offered stays at hand until it is taken or discarded, also when something else is typed meanwhile.
 */
export function useDraft(form: Filled) {
  const account = useMerchant()?.business_account_id;
  const mode = useMode();
  const key = account === undefined ? null : draftKey(account, mode);
  const [offered, setOffered] = useState<Draft | null>(null);
  const isOver = useRef(false);
  const { values } = form;

  useEffect(() => {
    if (key) setOffered(readDraft(localStorage, key));
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: written when something was typed, and only then.
  useEffect(() => {
    if (!key || isOver.current || !form.isDirty()) return;
    writeDraft(localStorage, key, { values, at: new Date().toISOString() });
  }, [key, values]);

  const clear = () => {
    if (key) clearDraft(localStorage, key);
  };
  return {
    offered,
    /** Puts the offered draft into the form. */
    resume: () => {
      if (offered) form.setAll(offered.values);
      setOffered(null);
    },
    /** Forgets the offered draft; what has been typed since stays. */
    discard: () => {
      setOffered(null);
      if (!form.isDirty()) clear();
    },
    /** Saved, or left on purpose: nothing is kept any more. */
    end: () => {
      isOver.current = true;
      clear();
    },
  };
}
