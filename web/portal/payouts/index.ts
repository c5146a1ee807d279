/** Exports payouts to other nouns. Its texts: catalogue `payouts`. */
import { openedLater } from '../../ui/opened-later.tsx';

export const PayoutPanel = openedLater(() =>
  import('./components/payout-panel.tsx').then((part) => part.PayoutPanel),
);
