import type { Endpoint } from '@daftar/contract/endpoint';
import { isForOperators } from '@daftar/contract/ops-roles';
import { expect, test } from 'vitest';
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
