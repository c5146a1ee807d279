/** Exports orders to the application and to the storefront. */
import { addPayableSource } from '../checkout/index.ts';
import { orderSource } from './payable.ts';

export { orderChecks } from './checks.ts';
export { type Confirming, purgeOrderCodes, sendOrderCode, verifyOrderCode } from './confirm.ts';
export { CashHeld } from './errors.ts';
export { orderJobs, orderSchedules } from './jobs.ts';
export { type Placed, placeOrder } from './place.ts';
export { registerOrders } from './routes.ts';
export { findByToken } from './service.ts';
export { releaseDueOrders } from './stock.ts';
export type { OrderFacts } from './store.ts';

addPayableSource(orderSource);
