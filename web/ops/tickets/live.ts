import { opsTickets } from '@daftar/contract/ops-tickets';
import { useEffect } from 'react';
import { addressOf } from '../../shared/wire.ts';
import { queryClient } from '../shared/query.ts';

/** Reads anew what is shown of tickets, the moment any of them changes; also when some may have been missed. */
export function useLiveTickets(): void {
  useEffect(() => {
    // The session is a cookie, which a browser's own client of events sends; it comes back by itself.
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
