/** The front door of the store, for other nouns. */
export { OrderStatusChip } from './components/order-status.tsx';
export { editProductPath, orderPath } from './paths.ts';
