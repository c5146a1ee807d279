import { opsTickets } from '@daftar/contract/ops-tickets';
import { useEffect } from 'react';
import { addressOf } from '../../shared/wire.ts';
import { queryClient } from '../shared/query.ts';

/** Refetches tickets when any of them changes, or when events may have been missed. */
export function useLiveTickets(): void {
  useEffect(() => {
    // EventSource sends the session cookie and reconnects by itself.
    const source = new EventSource(addressOf(opsTickets.stream, {}, true));
    const readAnew = () => {
      const endpoints = [opsTickets.list, opsTickets.figures, opsTickets.ticket];
      for (const { method, path } of endpoints)
        void queryClient.invalidateQueries({ queryKey: [method, path] });
    };
    for (const event of ['ticket', 'resync', 'open']) source.addEventListener(event, readAnew);
    return () => source.close();
  }, []);
}
