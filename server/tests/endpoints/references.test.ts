/** References, ids and codes that people type are what they look like, in every form there is. */
import { validate } from '@daftar/contract/validate';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allEndpoints } from '../../src/endpoints.ts';

const NAMES = /reference|case_id|refund_id|order_number|(?:reason|product)_code|(?:cr|taxId)Number$/i;
/** An override, a direction mark, one without width, a control, a line break. */
const HIDDEN = ['A\u202eB', 'A\u200fB', 'A\u200bB', 'A\u0007B', 'A\nB'];

/** The fields of bodies that are named like a reference. */
const fields = Object.entries(allEndpoints).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).flatMap(([key, endpoint]) => {
    const body = 'body' in endpoint ? endpoint.body : undefined;
    const shape = body && 'shape' in body ? (body.shape as object) : {};
    return (
      Object.keys(shape)
        // A switch beside it.
        .filter((field) => NAMES.test(field) && !field.endsWith('_unique'))
        .map((field) => ({ name: `${noun}.${key} ${field}`, body: body!, field }))
    );
  }),
);

test('there are such fields, of operators and of merchants', () => {
  const names = fields.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'ops-money.openChargeback case_id',
      'ops-money.paySettlement bank_reference',
      'ops-processors.decideRefund processor_refund_id',
      'tickets.create reference_id',
    ]),
  );
});

test.each(fields)(
  '$name is kept without characters that cannot be seen, or refused for them',
  ({ body, field }) => {
    const schema = (body as unknown as { shape: Record<string, z.ZodMiniType> }).shape[field]!;
    for (const typed of HIDDEN) {
      const result = validate(body, { [field]: typed });
      const refused = result.ok ? undefined : result.errors[field];
      if (refused) expect(refused).toEqual([{ key: 'HiddenCharacters' }]);
      else expect(schema.parse(typed)).toMatch(/^A ?B$/);
    }
  },
);
