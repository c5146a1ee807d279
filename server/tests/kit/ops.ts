/** Test helpers that call the console. */
import type { OperatorActor, TestServer } from './server.ts';

/**
 * Returns functions that call the console, and read the newest audit entry. `server` is called late, because it
 * starts after this.
 */
export function deskOf(server: () => TestServer) {
  return {
    ask: (as: OperatorActor, path: string, query?: Record<string, string>) =>
      server().call({ path: `/api/ops${path}`, as, ...(query ? { query } : {}) }),
    tell: (as: OperatorActor, path: string, body?: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
      server().call({ method, path: `/api/ops${path}`, as, body }),
    /** Approves the newest waiting request that an operator may decide. @returns the reply */
    approveNewest: async (as: OperatorActor) => {
      const { body } = await server().call({ path: '/api/ops/approvals', as, query: { state: 'waiting' } });
      const path = `/api/ops/approvals/${body.data[0]?.id}/approve`;
      return server().call({ method: 'POST', path, as });
    },
    /** Declines the newest waiting request. @returns the reply */
    declineNewest: async (as: OperatorActor) => {
      const { body } = await server().call({ path: '/api/ops/approvals', as, query: { state: 'waiting' } });
      const path = `/api/ops/approvals/${body.data[0]?.id}/decline`;
      return server().call({ method: 'POST', path, as, body: { reason: 'No' } });
    },
    lastAudit: async () => {
      const [row] = await server().database.sql`
        select merchant_id as "merchantId", actor, address, action, subject, before, after
          from audit_log order by id desc limit 1`;
      return row!;
    },
  };
}
