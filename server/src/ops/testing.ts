/** How tests of the console ask it. */
import type { OperatorActor, TestServer } from '../../tests/kit/server.ts';

/** Its calls, and the last that was written down. The server is asked for late: it starts after this is called. */
export function deskOf(server: () => TestServer) {
  return {
    ask: (as: OperatorActor, path: string, query?: Record<string, string>) =>
      server().call({ path: `/api/ops${path}`, as, ...(query ? { query } : {}) }),
    tell: (as: OperatorActor, path: string, body?: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
      server().call({ method, path: `/api/ops${path}`, as, body }),
    lastAudit: async () => {
      const [row] = await server().database.sql`
        select merchant_id as "merchantId", actor, address, action, subject, before, after
          from audit_log order by id desc limit 1`;
      return row!;
    },
  };
}
