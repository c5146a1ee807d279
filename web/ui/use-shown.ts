import { readWhole } from '@daftar/contract/numbers';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCurrentSearch } from './current-address.ts';
import { useKept } from './use-kept.ts';

/**
 * The row of a list that is open in a drawer, kept in the address: a link leads to it and a reload keeps it. Closing it leaves the
 * list as it was, with its filters.
 * @param name the search parameter that has its id
 */
export function useShown(name: string) {
  const { history } = useRouter();
  const { search, change } = useCurrentSearch();
  const isOpenedHere = useRef(false);
  // Zero is no id.
  const id = readWhole(String(search[name] ?? '')) || null;
  const kept = useKept(id);
  return {
    /** The last one stays while its drawer closes. */
    shown: kept === null ? null : { id: kept, opened: id !== null },
    open: (row: { id: number }) => {
      isOpenedHere.current = true;
      void change((now) => ({ ...now, [name]: String(row.id) }), false);
    },
    close: () => {
      // As if it had never been opened: going back then leads to what was before the list.
      if (isOpenedHere.current) history.back();
      else void change((now) => ({ ...now, [name]: undefined }), true);
      isOpenedHere.current = false;
    },
  };
}
