import { DOCUMENT_FILES } from '@daftar/contract/files';
import { kyc as endpoints } from '@daftar/contract/kyc';
import type { FastifyInstance } from 'fastify';
import { storeFile } from '../files/index.ts';
import { listCurrencies } from '../lookups/service.ts';
import { type MountOptions, mount } from '../platform/http/mount.ts';
import * as lookups from './lookups.ts';
import * as service from './service.ts';

/** Mounts account activation: the forms, their files and lists. */
export function registerKyc(server: FastifyInstance, options: MountOptions): void {
  mount(server, options, endpoints, {
    documentUpload: async ({ app, caller, file }) => {
      const stored = await storeFile(app, caller, { purpose: 'document', file, rule: DOCUMENT_FILES });
      return { data: stored.path, message: { key: 'kyc.uploaded' } };
    },
    corporate: async ({ app, caller, body }) => {
      await service.submitKyc(app, caller, 'corporate', body);
      return { message: { key: 'kyc.submitted' } };
    },
    individual: async ({ app, caller, body }) => {
      await service.submitKyc(app, caller, 'individual', body);
      return { message: { key: 'kyc.submitted' } };
    },
    state: async ({ app, caller }) => ({ data: await service.kycState(app, caller) }),
    saveDraft: async ({ app, caller, body }) => {
      await service.saveDraft(app, caller, body);
    },
    businessInfo: async ({ app, caller }) => ({ data: await service.prefill(app, caller) }),
    governorates: async ({ caller }) => ({ data: lookups.listGovernorates(caller.locale) }),
    areas: async ({ caller, query }) => ({ data: lookups.listAreas(caller.locale, query.GovernorateId) }),
    serviceTypes: async ({ caller }) => ({ data: lookups.listServiceTypes(caller.locale) }),
    currencies: async ({ caller }) => ({
      data: listCurrencies(caller.locale).map(({ id, name }) => ({ id, currencyName: name })),
    }),
    categories: async ({ caller }) => ({ data: lookups.listCategories(caller.locale) }),
    subCategories: async ({ caller, query }) => ({
      data: lookups.listSubCategories(caller.locale, query.CategoryId),
    }),
    banks: async ({ caller }) => ({ data: lookups.listBanks(caller.locale) }),
  });
}
