import { lookups as endpoints } from '@daftar/contract/lookups';
import { RATE_SCALE } from '@daftar/contract/money';
import type { FastifyInstance } from 'fastify';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as service from './service.ts';

/** Mounts payment methods, currencies and the exchange rate, for forms. */
export function registerLookups(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    paymentMethods: async ({ app, caller }) => ({
      data: await service.listMethods(app, caller, caller.locale),
    }),
    currencies: async ({ caller }) => ({ data: service.listCurrencies(caller.locale) }),
    exchangeRate: async ({ app, query }) => {
      const rate = await service.rateScaled(app, query.code);
      return { data: { code: query.code, exchange_rate: rate / RATE_SCALE } };
    },
  });
}
