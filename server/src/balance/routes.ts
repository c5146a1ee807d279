import { balance as endpoints } from '@daftar/contract/balance';
import { opsBalance as opsEndpoints } from '@daftar/contract/ops-balance';
import type { FastifyInstance } from 'fastify';
import { recordSaved } from '../ops-lists/list.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';
import { exportStatement } from './statement.ts';

/** Mounts statements of account, for merchants and for the console. */
export function registerBalance(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    movements: async ({ app, caller, query }) => ({ data: await service.readMovements(app, caller, query) }),
    statement: ({ app, caller, query }) =>
      exportStatement(app, caller, query.language ?? caller.locale, query),
  });
  mount(server, options, opsEndpoints, {
    movements: async ({ app, params, query: { mode = 'live', ...query } }) => ({
      data: await service.readMovementsOf(app, { merchantId: params.merchantId, mode }, query),
    }),
    statement: async ({ app, operator, params, query: { mode = 'live', ...query } }) => {
      const scope = { merchantId: params.merchantId, mode };
      const asked = { merchant_id: params.merchantId, mode, ...query };
      return exportStatement(app, scope, query.language ?? operator.locale, query, () =>
        recordSaved(app, operator, 'account-statement', asked),
      );
    },
  });
}
