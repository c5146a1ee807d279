import type { OperatorPermission } from '@daftar/contract/ops-roles';
import { Link } from '../../ui/link.tsx';
import { type Path, withSearch } from '../../ui/path.ts';
import { bankTransfersPath } from '../paths/bank-transfers.ts';
import { chargebacksPath } from '../paths/chargebacks.ts';
import { feeInvoicesPath } from '../paths/fee-invoices.ts';
import { payoutsPath } from '../paths/payouts.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { ticketsPath } from '../paths/tickets.ts';
import { transactionsPath } from '../paths/transactions.ts';
import classes from './cells.module.css';
import { useMaySee } from './operator.ts';

export type Mode = 'live' | 'test';
interface Place {
  permission: OperatorPermission;
  to: (reference: string, mode: Mode) => Path;
}

const payments: Place = {
  permission: 'ops:transactions',
  to: (q, mode) => withSearch(transactionsPath, { q, mode }),
};
const transfers: Place = {
  permission: 'ops:settlements',
  to: (q) => withSearch(bankTransfersPath, { q }),
};

/** Where a reference of ours is found, by what it begins with. */
const PLACES: Readonly<Record<string, Place>> = {
  TRX: payments,
  INV: payments,
  LNK: payments,
  ORD: payments,
  STL: { permission: 'ops:settlements', to: (q, mode) => withSearch(settlementsPath, { q, mode }) },
  CHB: { permission: 'ops:chargebacks', to: (q, mode) => withSearch(chargebacksPath, { q, mode }) },
  PAY: { permission: 'ops:payouts', to: (q, mode) => withSearch(payoutsPath, { q, mode }) },
  FI: { permission: 'ops:settlements', to: (q) => withSearch(feeInvoicesPath, { q }) },
  TKT: { permission: 'ops:tickets', to: (q) => withSearch(ticketsPath, { q }) },
  DAFTAR: transfers,
  TRF: transfers,
};

const REFERENCE =
  /\b((?:TRX|INV|LNK|ORD|STL|CHB|PAY|TKT)-[0-9A-Z]{8}|(?:DAFTAR|TRF)-[0-9A-Z]{12}|FI-\d{4}-\d{6})\b/;
const isReference = (text: string) => REFERENCE.exec(text)?.[0] === text;

/** Where a reference of ours is found, for those who may see it. */
export function useReferencePath(): (reference: string, mode?: Mode | undefined) => Path | undefined {
  const may = useMaySee();
  return (reference, mode = 'live') => {
    const place = isReference(reference) ? PLACES[reference.slice(0, reference.indexOf('-'))] : undefined;
    return place && may(place.permission) ? place.to(reference, mode) : undefined;
  };
}

/**
 * A text whose references of ours lead to where they are found, for those who may see it. `isBlock`: the block around it
 * holds nothing else, and gives each line its own direction.
 */
export function References({
  text,
  mode,
  isBlock = false,
}: {
  text: string;
  mode?: Mode | undefined;
  isBlock?: boolean;
}) {
  const pathOf = useReferencePath();
  // A pattern with one group: every second part is a reference.
  const parts = text.split(REFERENCE).map((part, at) => {
    const to = at % 2 === 1 ? pathOf(part, mode) : undefined;
    if (!to) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other.
      <Link key={at} to={to} className={classes.link}>
        {part}
      </Link>
    );
  });
  return isBlock ? parts : <bdi className={classes.name}>{parts}</bdi>;
}
