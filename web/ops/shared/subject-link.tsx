import { readWhole } from '@daftar/contract/numbers';
import type { OperatorPermission } from '@daftar/contract/ops-roles';
import { Link } from '../../ui/link.tsx';
import { type Path, withSearch } from '../../ui/path.ts';
import { Subject } from '../../ui/subject.tsx';
import { approvalPath } from '../paths/approvals.ts';
import { bankStatementPath, bankStatementsPath } from '../paths/bank-statements.ts';
import { bankTransferPath, bankTransfersPath } from '../paths/bank-transfers.ts';
import { chargebacksPath } from '../paths/chargebacks.ts';
import { incidentsPath } from '../paths/incidents.ts';
import { merchantPath } from '../paths/merchants.ts';
import { operatorsPath } from '../paths/operators.ts';
import { payoutsPath } from '../paths/payouts.ts';
import { processorPath } from '../paths/processors.ts';
import { ratesPath } from '../paths/rates.ts';
import { cutOffPath, settlementFilePath } from '../paths/reconciliation.ts';
import { refundsPath } from '../paths/refunds.ts';
import { riskRulePath } from '../paths/risk.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { ticketPath } from '../paths/tickets.ts';
import { transactionPath } from '../paths/transactions.ts';
import { breakPath } from './break-path.ts';
import classes from './cells.module.css';
import { useMaySee } from './operator.ts';

interface OfMerchant {
  merchant: number;
  id: number;
  mode: 'live' | 'test';
}
interface Place<Of> {
  permission: OperatorPermission;
  to: (of: Of) => Path;
}

/** Where rows of merchants are shown. */
const OF_MERCHANTS: Readonly<Record<string, Place<OfMerchant>>> = {
  transaction: { permission: 'ops:transactions', to: ({ merchant, id }) => transactionPath(merchant, id) },
  ticket: { permission: 'ops:tickets', to: ({ merchant, id }) => ticketPath(merchant, id) },
  chargeback: {
    permission: 'ops:chargebacks',
    to: ({ merchant, id, mode }) => withSearch(chargebacksPath, { merchant_id: merchant, id, mode }),
  },
  refund: {
    permission: 'ops:transactions',
    to: ({ merchant, id, mode }) => withSearch(refundsPath, { merchant_id: merchant, id, mode }),
  },
  payout: {
    permission: 'ops:payouts',
    to: ({ merchant, id, mode }) => withSearch(payoutsPath, { merchant_id: merchant, id, mode }),
  },
  settlement: {
    permission: 'ops:settlements',
    to: ({ merchant, id, mode }) => withSearch(settlementsPath, { merchant_id: merchant, id, mode }),
  },
};

/** Where rows of the provider are shown. */
const OF_PROVIDER: Readonly<Record<string, Place<number> | readonly Place<number>[]>> = {
  merchant: { permission: 'ops:merchants', to: merchantPath },
  processor: { permission: 'ops:processors', to: processorPath },
  'ops-approval': { permission: 'ops:approvals', to: approvalPath },
  operator: { permission: 'ops:operators', to: () => operatorsPath },
  'reconciliation-file': { permission: 'ops:reconciliation', to: settlementFilePath },
  'bank-file': { permission: 'ops:settlements', to: bankTransferPath },
  'bank-statement': { permission: 'ops:reconciliation', to: bankStatementPath },
  // What is known of it, by what somebody may see.
  'bank-account-of-ours': [
    { permission: 'ops:reconciliation', to: (id) => withSearch(bankStatementsPath, { account_id: id }) },
    { permission: 'ops:settlements', to: (id) => withSearch(bankTransfersPath, { bank_account_id: id }) },
  ],
  'reconciliation-break': { permission: 'ops:reconciliation', to: breakPath },
  'reconciliation-cut-off': { permission: 'ops:reconciliation', to: cutOffPath },
  'risk-rule': { permission: 'ops:risk', to: riskRulePath },
  'exchange-rate': { permission: 'ops:reference-data', to: () => ratesPath },
  'bank-holiday': { permission: 'ops:reference-data', to: () => ratesPath },
  incident: { permission: 'ops:incidents', to: () => incidentsPath },
};

interface SubjectLinkProps {
  /** `payout:17` */
  subject: string;
  merchant: { id: number } | null;
  mode: string | null;
}

/** The screen of a subject, for those who may open it. */
export function useSubjectPath(): (of: SubjectLinkProps) => Path | undefined {
  const may = useMaySee();
  return ({ subject, merchant, mode }) => {
    const [noun = '', typed = ''] = subject.split(':');
    const id = readWhole(typed) ?? 0;
    const isNumber = id > 0;
    const its = merchant && isNumber ? OF_MERCHANTS[noun] : undefined;
    const ours = [OF_PROVIDER[noun] ?? []].flat().find(({ permission }) => may(permission));
    if (its && merchant && may(its.permission))
      return its.to({ merchant: merchant.id, id, mode: mode === 'test' ? 'test' : 'live' });
    return ours?.to(isNumber ? id : 0);
  };
}

/** What an action was done to, linked for those who may open it. Texts: catalogue `audit`. */
export function SubjectLink({ subject, merchant, mode }: SubjectLinkProps) {
  const to = useSubjectPath()({ subject, merchant, mode });
  const text = <Subject subject={subject} />;
  return to ? (
    <Link to={to} className={classes.link}>
      {text}
    </Link>
  ) : (
    text
  );
}
