import * as z from 'zod/mini';
import { BalancePage, MOVEMENT_FILTERS, periodQuery, STATEMENT_FILTERS } from './balance.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, file } from './envelope.ts';
import { Mode } from './ops-money-lists.ts';
import { Id } from './text.ts';

/** Live mode by default. */
const mode = z.optional(Mode);

/** A merchant's statement of account, as shown to the merchant. */
export const opsBalance = defineEndpoints({
  movements: {
    method: 'GET',
    path: '/ops/balance/:merchantId/movements',
    base: 'fixed',
    access: 'ops:settlements',
    params: z.object({ merchantId: Id }),
    query: periodQuery({ ...MOVEMENT_FILTERS, mode }),
    reply: data(z.object({ ...BalancePage.shape, merchant: z.object({ id: z.number(), name: z.string() }) })),
  },
  statement: {
    method: 'GET',
    path: '/ops/balance/:merchantId/statement',
    base: 'fixed',
    access: 'ops:settlements',
    params: z.object({ merchantId: Id }),
    query: periodQuery({ ...STATEMENT_FILTERS, mode }),
    reply: file,
  },
});
