/** The front door of transactions, for other nouns. */
export { signedAmount } from './breakdown.ts';
export { TransactionStatusChip } from './components/status.tsx';
export { transactionPath, transactionsPath } from './paths.ts';
