import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { allEndpoints } from '../../src/endpoints.ts';
import { permissionsOf } from '../kit/cases.ts';

/** Calls of one noun that return the same data need the same permission, except where a reason is given here. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'payment-links.exportCsv': 'saving a file has a permission of its own in the specification',
  'invoices.exportCsv': 'saving a file has a permission of its own in the specification',
  'transactions.exportCsv': 'saving a file has a permission of its own in the specification',
  'settlements.exportCsv': 'saving a file has a permission of its own in the specification',
  'chargebacks.exportCsv': 'saving a file has a permission of its own in the specification',
  'payment-links.details': 'details have a permission of their own in the specification and return more',
  'invoices.details': 'details have a permission of their own in the specification and return more',
  'transactions.details': 'details have a permission of their own in the specification and return more',
  'orders.details': 'details have a permission of their own in the specification and return more',
  'customers.details': 'the list leaves out what only the details show',
  'refunds.details': 'the list leaves out what only the details show',
  'products.details': 'the form that edits a product reads it as well',
  'categories.details': 'it fills the form that edits a category',
};

const nouns = Object.entries(allEndpoints) as unknown as [string, Record<string, Endpoint>][];
const differing = nouns.flatMap(([noun, { list, ...others }]) =>
  list && !isForOperators(list.access)
    ? (['exportCsv', 'details'] as const).flatMap((key) => {
        const other = others[key];
        const isSame =
          !other || [...permissionsOf(other)].sort().join() === [...permissionsOf(list)].sort().join();
        return isSame ? [] : [`${noun}.${key}`];
      })
    : [],
);

test('the list, the file and the details of a noun need the same permission, or the exception has a reason', () => {
  expect(differing.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

/** Calls whose replies have an object with the same fields, and why they need different permissions. */
const SAME_FIELDS: Readonly<Record<string, string>> = {
  'auth.acceptInvitation, auth.login, company-sign-in.finish, memberships.switch, profile.passkeySignIn, profile.secondStep':
    'each opens a session of the person who proved to be its owner',
  'company-sign-in.checkDomain, company-sign-in.save, company-sign-in.saveGroups, company-sign-in.setRule, company-sign-in.settings':
    'the settings are read by whoever manages users, and changed by fewer people',
  'scim.setRole, scim.settings':
    'the settings are read by whoever manages users, and changed by fewer people',
  'scim.makeToken, scim.setRole, scim.settings':
    'the settings are read by whoever manages users, and changed by fewer people',
  'customers.details, customers.list': 'the list leaves out what only the details show',
  'categories.importPreview, customers.importPreview, products.importPreview':
    'each previews the file that was sent, and no stored data',
  'refunds.create, refunds.ofTransaction, transactions.details':
    'whoever may refund a payment sees its refunds, as whoever may see the payment does',
  'refunds.details, refunds.list': 'the list leaves out what only the details show',
  'settlements.details, settlements.list, settlements.settleNow':
    'the reply describes the settlement that the caller has just asked for',
  'chargebacks.addEvidence, chargebacks.details, chargebacks.list, kyc.state':
    'every kind of uploaded file is described alike',
  'products.details, products.list': 'the form that edits a product reads it as well',
  'categories.details, categories.list': 'it fills the form that edits a category',
  'simulator.money, simulator.payment, simulator.transaction':
    'each names what it has just simulated, in test mode',
};

/** Returns the field lists of all objects with more than three fields within a schema. */
function fieldsWithin(schema: z.core.$ZodType | null | undefined, seen = new Set<unknown>()): string[] {
  if (!schema || seen.has(schema)) return [];
  seen.add(schema);
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  const isSchema = (value: unknown): value is z.core.$ZodType =>
    typeof value === 'object' && value !== null && '_zod' in value;
  const shape = def.type === 'object' ? (def.shape as Record<string, z.core.$ZodType>) : {};
  const names = Object.keys(shape);
  const parts = [def.element, def.innerType, def.in, def.out, def.valueType, def.left, def.right];
  const lists = [...Object.values(shape), ...parts, ...[def.options, def.items].flat()];
  const inner = def.type === 'lazy' ? [(def.getter as () => z.core.$ZodType)()] : lists.filter(isSchema);
  return [
    ...(names.length > 3 ? [names.sort().join()] : []),
    ...inner.flatMap((each) => fieldsWithin(each, seen)),
  ];
}

test('calls whose replies have the same fields need the same permission, or the exception has a reason', () => {
  const calls = nouns.flatMap(([noun, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => !isForOperators(endpoint.access))
      .map(([key, endpoint]) => ({
        name: `${noun}.${key}`,
        permission: [...permissionsOf(endpoint)].sort().join() || String(endpoint.access),
        fields: new Set(
          fieldsWithin(endpoint.reply && 'schema' in endpoint.reply ? endpoint.reply.schema : undefined),
        ),
      })),
  );
  const all = new Set(calls.flatMap(({ fields }) => [...fields]));
  expect(all.size).toBeGreaterThan(100);
  const groups = [...all].map((fields) => calls.filter((call) => call.fields.has(fields)));
  const named = groups
    .filter((group) => new Set(group.map(({ permission }) => permission)).size > 1)
    .map((group) =>
      group
        .map(({ name }) => name)
        .sort()
        .join(', '),
    );
  expect([...new Set(named)].sort()).toEqual(Object.keys(SAME_FIELDS).sort());
});
