import { useEffect, useRef, useState } from 'react';
import type { ContractForm } from '../../ui/form.tsx';
import { ApiError } from '../shared/call.ts';
import { useMerchant } from '../shared/merchant.ts';
import { useMode } from '../shared/mode.ts';
import {
  clearDraft,
  type Draft,
  draftKey,
  isRecognised,
  readDraft,
  type Unanswered,
  writeDraft,
} from './draft.ts';
import type { PayableValues } from './values.ts';

type Filled<V extends PayableValues> = Pick<
  ContractForm<V>,
  'values' | 'isDirty' | 'setAll' | 'restoreSubmission'
>;

/** Whether the server refused, so that nothing was created. Without a response, or after a 5xx, nobody knows. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500;

/**
 * Keeps what is typed if the tab is closed by accident, per merchant and mode, and offers it back. The offered draft
 * stays available until it is resumed or discarded, even if something else is typed meanwhile. An entry whose response
 * was lost keeps its key, so that sending it again from the draft creates nothing twice.
 */
export function useDraft<V extends PayableValues>(
  noun: Parameters<typeof draftKey>[0],
  form: Filled<V>,
  empty: V,
) {
  const account = useMerchant()?.business_account_id;
  const mode = useMode();
  const key = account === undefined ? null : draftKey(noun, account, mode);
  const [offered, setOffered] = useState<Draft<V> | null>(null);
  const unanswered = useRef<Unanswered | null>(null);
  const isOver = useRef(false);
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty form is the same each time.
  useEffect(() => {
    if (key) setOffered(readDraft(localStorage, key, empty));
  }, [key]);

  const write = (current: V) => {
    if (!key || isOver.current) return;
    const at = new Date().toISOString();
    writeDraft(localStorage, key, { values: current, at, unanswered: unanswered.current });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: written when something was typed, and only then.
  useEffect(() => {
    if (form.isDirty()) write(values);
  }, [key, values]);

  const clear = () => {
    if (key) clearDraft(localStorage, key);
  };
  return {
    offered,
    /** Puts the offered draft into the form. */
    resume: () => {
      if (offered) {
        const { unanswered: before } = offered;
        unanswered.current = before;
        if (before && isRecognised(before, Date.now())) form.restoreSubmission(before);
        form.setAll(offered.values);
      }
      setOffered(null);
    },
    /** Discards the offered draft; what has been typed since stays. */
    discard: () => {
      setOffered(null);
      if (!form.isDirty()) clear();
    },
    /** Sends an entry; its key is stored with the draft before, until there is a reply. */
    send: async <Reply>(entry: V, idempotencyKey: string, request: () => Promise<Reply>): Promise<Reply> => {
      const at = new Date().toISOString();
      unanswered.current = { values: JSON.stringify(entry), key: idempotencyKey, at };
      write(entry);
      try {
        return await request();
      } catch (error) {
        if (isRefusal(error)) {
          unanswered.current = null;
          write(entry);
        }
        throw error;
      }
    },
    /** Deletes the draft after saving or leaving on purpose. */
    end: () => {
      isOver.current = true;
      clear();
    },
  };
}

/** The state of a draft, for the form's screen. */
export type DraftState<V extends PayableValues> = ReturnType<typeof useDraft<V>>;
