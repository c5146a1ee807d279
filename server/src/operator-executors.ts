/** The executor of each kind of request approved by a second operator. Loaded by the server and by `npm run ops`. */
import { giveBack } from './bank-transfers/give-back.ts';
import { releaseFile } from './bank-transfers/release.ts';
import { decideWon } from './chargebacks/won.ts';
import { expectedDay } from './checkout/index.ts';
import { bookReversed } from './discrepancies/end.ts';
import { postCorrection } from './ops/ledger/service.ts';
import { mayRelease, mayResume, otherRates } from './ops/merchants/ask.ts';
import { otherReserve } from './ops/reserve/service.ts';
import { otherVolumeLimit } from './ops/volume-limits/service.ts';
import { registerExecutors } from './ops-approvals/index.ts';
import { returnPayout } from './payouts/return.ts';
import { changeAccount } from './processors/manage.ts';
import { closeBreak } from './reconciliation/close.ts';
import { heeding } from './reconciliation/cut-offs/period.ts';
import { decideCutOff } from './reconciliation/cut-offs/service.ts';
import { reverseBatch } from './reconciliation/reverse.ts';
import { writeOffBreak } from './reconciliation/write-offs/write-off.ts';
import { refundNotMade } from './refunds/not-made.ts';
import { liftRisk, refundReviewed, releaseReviewed } from './risk/index.ts';
import { clearHit } from './screening/clear.ts';

registerExecutors({
  rates: otherRates,
  reserve: otherReserve,
  'volume-limit': otherVolumeLimit,
  resume: mayResume,
  'settlement-release': mayRelease,
  correction: heeding(postCorrection),
  'processor-account': changeAccount,
  'bank-file': releaseFile,
  'bank-return': giveBack,
  'refund-not-made': refundNotMade,
  'refund-came-back': bookReversed,
  'payout-return': returnPayout,
  'chargeback-won': decideWon,
  'write-off': heeding(writeOffBreak),
  'break-close': closeBreak,
  'risk-lift': liftRisk,
  'review-refund': refundReviewed(expectedDay),
  'review-release': releaseReviewed(expectedDay),
  'screening-clear': clearHit,
  'batch-reversal': heeding(reverseBatch),
  'cut-off': decideCutOff,
  'cut-off-reopen': decideCutOff,
});
