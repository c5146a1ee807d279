/**
 * Compares the API with the last released one, in `contract/released/api.json`, which `npm run api:release` updates.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../platform/paths.ts';
import { documentedErrors } from './errors.ts';
import { breaksBetween, currentApi, type ReleasedApi } from './released.ts';

const path = join(projectRoot, 'contract/released/api.json');
const now = currentApi(documentedErrors('en').map(({ code }) => code));
const read = (): ReleasedApi => JSON.parse(readFileSync(path, 'utf8'));

/** One call, event or code in a line: a change of one is one line of a difference. */
function written({ version, calls, events, codes }: ReleasedApi): string {
  const lines = (of: object) =>
    Object.entries(of)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{"version": ${JSON.stringify(version)},\n"calls": {\n${lines(calls)}\n},\n"events": {\n${lines(events)}\n},\n"codes": ${JSON.stringify(codes)}}\n`;
}

test('nothing that was released is broken without a new version', () => {
  const before = existsSync(path) ? read() : now;
  const breaks = before.version === now.version ? breaksBetween(before, now) : [];
  expect(breaks).toEqual([]);
  if (!process.env.DAFTAR_RELEASE_API) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, written(now));
});

test('the released API is described in full', () => {
  const { calls, events, codes } = read();
  expect(Object.keys(calls).length).toBeGreaterThan(150);
  expect(calls['POST /merchant/payment_links/create']?.takes['body.amount']?.required).toBe(true);
  expect(calls['GET /merchant/transactions']?.replies['reply.data[].status']).toBeDefined();
  expect(Object.keys(events['payment.succeeded'] ?? {}).length).toBeGreaterThan(5);
  expect(codes).toContain('amount_too_large');
  // Written, and read again, it is the same.
  expect(JSON.parse(written(now))).toEqual(JSON.parse(JSON.stringify(now)));
});

const LINK = 'POST /merchant/payment_links/create';
const LIST = 'GET /merchant/transactions';
type Planted = [what: string, spoil: (api: ReleasedApi) => void, told: string[]];

test.each<Planted>([
  ['a call that is gone', (api) => delete api.calls[LIST], [`${LIST} is gone`]],
  [
    'a call that keys lose',
    (api) => {
      api.calls[LIST]!.keys = false;
    },
    [`${LIST}: keys may not call it any more`],
  ],
  [
    'a filter that is gone',
    (api) => delete api.calls[LIST]!.takes['query.status'],
    [`${LIST}: query.status is not taken any more`],
  ],
  [
    'a field that is renamed in a reply',
    ({ calls }) => {
      const { replies } = calls[LIST]!;
      replies['reply.data[].ref'] = replies['reply.data[].reference']!;
      delete replies['reply.data[].reference'];
    },
    [`${LIST}: reply.data[].reference is gone`],
  ],
  [
    'another type in a reply',
    (api) => {
      api.calls[LIST]!.replies['reply.data[].id'] = { type: ['string'], required: true };
    },
    [`${LIST}: reply.data[].id was integer, and is string`],
  ],
  [
    'null where there was a value',
    (api) => {
      api.calls[LIST]!.replies['reply.data[].id']!.type.push('null');
    },
    [`${LIST}: reply.data[].id was integer, and is integer or null`],
  ],
  [
    'a field of a reply that may be missing',
    (api) => {
      delete api.calls[LIST]!.replies['reply.data[].id']!.required;
    },
    [`${LIST}: reply.data[].id may be missing now`],
  ],
  [
    'another status of success',
    (api) => {
      api.calls[LIST]!.replies.status = { type: ['201'] };
    },
    [`${LIST}: status was 200, and is 201`],
  ],
  [
    'a new field that must be sent',
    (api) => {
      api.calls[LINK]!.takes['body.colour'] = { type: ['string'], required: true };
    },
    [`${LINK}: body.colour is new and required`],
  ],
  [
    'a field that must be sent now',
    (api) => {
      api.calls[LINK]!.takes['body.description']!.required = true;
    },
    [`${LINK}: body.description is required now`],
  ],
  [
    'fewer values of a field',
    (api) => {
      api.calls[LIST]!.takes['query.sort_by']!.values!.pop();
    },
    [`${LIST}: query.sort_by takes fewer values`],
  ],
  [
    'less room',
    (api) => {
      api.calls[LIST]!.takes['query.page_size']!.most = 50;
    },
    [`${LIST}: query.page_size takes at most 50`],
  ],
  [
    'a field of an event that is gone',
    (api) => {
      delete api.events['payment.succeeded']!['event.type'];
    },
    ['payment.succeeded: event.type is gone'],
  ],
  [
    'an event that is sent no more',
    (api) => delete api.events['payment.succeeded'],
    ['payment.succeeded: it is sent no more'],
  ],
  [
    'a code that is gone',
    (api) => {
      api.codes = api.codes.filter((code) => code !== 'required');
    },
    ['the code required is gone'],
  ],
])('%s is noticed', (_, spoil, told) => {
  const spoilt = structuredClone(now);
  spoil(spoilt);
  expect(breaksBetween(now, spoilt)).toEqual(told);
});

test('what is only added is no break', () => {
  const grown = structuredClone(now);
  const { takes, replies } = grown.calls[LINK]!;
  takes['body.extra'] = { type: ['object'] };
  takes['body.extra.name'] = { type: ['string'], required: true };
  takes['body.description']!.type.push('null');
  replies['reply.data.extra'] = { type: ['string'] };
  grown.calls[LIST]!.takes['query.sort_by']!.values!.push('new');
  grown.calls['GET /merchant/new'] = { keys: true, takes: {}, replies: {} };
  grown.codes.push('new_code');
  expect(breaksBetween(now, grown)).toEqual([]);
});
