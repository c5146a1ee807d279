/** Exports payouts to other nouns. Its texts: catalogue `payouts`. */
export { PayoutPanel } from './components/payout-panel.tsx';
