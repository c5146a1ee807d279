import { isIban } from '@daftar/contract/egypt';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import {
  type BusinessType,
  CONTACT_FIELDS,
  DOCUMENT_FIELDS,
  DOCUMENTS_STEP_FIELDS,
} from '@daftar/contract/kyc';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf, picture } from '../../tests/kit/files.ts';
import { kycFields } from '../../tests/kit/kyc.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { describeFile, readFile, storeFile } from '../files/index.ts';
import { moderateMerchant } from '../ops/moderate.ts';
import type { Operator } from '../platform/context.ts';
import { activationRequests } from './queue.ts';
import { kycSubmission } from './review.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

type Fields = Record<string, string | number>;
const upload = async (as: Actor) => {
  const file = { field: 'file', name: 'stamp.png', claimedType: '', content: await picture() };
  return (await storeFile(daftar.app, as, { purpose: 'document', file, rule: DOCUMENT_FILES })).path;
};
const formOf = (as: Actor, type: BusinessType): Promise<Fields> => kycFields(type, () => upload(as));
const send = (as: Actor, type: BusinessType, body: unknown) =>
  daftar.call({
    method: 'POST',
    path: type === 'corporate' ? '/merchant/Corporate' : '/merchant/Individual',
    mode: 'test',
    as,
    body,
  });
const state = async (as: Actor) =>
  (await daftar.call({ path: '/merchant/Kyc/State', mode: 'test', as })).body.data;
const draft = (as: Actor, body: unknown) =>
  daftar.call({ method: 'PUT', path: '/merchant/Kyc/Draft', mode: 'test', as, body });
const get = (as: Actor, path: string, query: Record<string, string> = {}, language = 'en') =>
  daftar.call({
    path: `/merchant/${path}`,
    mode: 'live',
    as,
    query,
    headers: { 'accept-language': language },
  });
const newcomer = () => daftar.merchant({ status: 0 });
const by = { actor: 'ops:test' };

describe.each(['corporate', 'individual'] as const)('a %s business', (type) => {
  test('is under review once it is sent, normalized, and its files are in use', async () => {
    const owner = await newcomer();
    const form = await formOf(owner, type);
    expect((await send(owner, type, form)).status).toBe(200);
    const after = await state(owner);
    expect(after).toMatchObject({ status: 1, businessType: type === 'corporate' ? 1 : 2 });
    expect(after.fields).toMatchObject({
      iban: 'EG380019000500000000263180002',
      companyWebsite: 'https://nour.example',
      areaId: '17',
    });
    expect(Object.keys(after.files)).toHaveLength(type === 'corporate' ? 4 : 3);
    const [row] = await daftar.database.sql`
      select count(*)::int as n from files where merchant_id = ${owner.merchantId} and attached_at is null`;
    expect(row!.n).toBe(0);
    const again = await send(owner, type, await formOf(owner, type));
    expect([again.status, again.body.message]).toEqual([
      400,
      'Your account is under review. You can change it once we have answered',
    ]);
  });

  test('needs every field that the form marks', async () => {
    const owner = await newcomer();
    const { errors } = (await send(owner, type, {})).body;
    const needed = [...CONTACT_FIELDS, ...DOCUMENTS_STEP_FIELDS[type]].filter(
      (field) => !['companyWebsite', 'swift', 'optionalDocument', 'iban'].includes(field),
    );
    expect(Object.keys(errors).toSorted()).toEqual(needed.toSorted());
    expect(errors.address).toEqual(['This field is required']);
    expect((await state(owner)).status).toBe(0);
  });

  test('gives an IBAN or a SWIFT code', async () => {
    const owner = await newcomer();
    const form = await formOf(owner, type);
    const neither = await send(owner, type, { ...form, iban: '' });
    expect(neither.body.errors).toEqual({ iban: ['This field is required'] });
    const wrong = await send(owner, type, {
      ...form,
      iban: 'EG380019000500000000263180003',
      swift: 'NOT A BIC',
    });
    expect(Object.keys(wrong.body.errors).toSorted()).toEqual(['iban', 'swift']);
    expect((await send(owner, type, { ...form, iban: '', swift: 'cibeegcx' })).status).toBe(200);
    expect((await state(owner)).fields.swift).toBe('CIBEEGCX');
  });

  test.each([
    ['mobileNumber', '01312345678'],
    ['email', 'mona@'],
    ['areaId', 999_999],
    ['businessServiceTypeId', 99],
    ['businessSubCategoryId', 99_999],
    ['currencyId', 3],
    ['logoPath', '../../etc/passwd'],
    ['logoPath', `${'A'.repeat(27)}.png`],
    ['logoPath', `${'A'.repeat(27)}.pdf`],
    ['companyWebsite', 'javascript:alert(1)'],
  ])('is refused with %s %j', async (field, value) => {
    const owner = await newcomer();
    const answer = await send(owner, type, { ...(await formOf(owner, type)), [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await state(owner)).status).toBe(0);
  });
});

describe('a mobile number or e-mail address of another merchant', () => {
  test('is refused with the two sentences; the merchant’s own is not', async () => {
    const other = await newcomer();
    const owner = await newcomer();
    const form = await formOf(owner, 'individual');
    const taken = await send(owner, 'individual', {
      ...form,
      mobileNumber: other.mobile,
      email: other.email,
    });
    expect([taken.status, taken.body.message]).toEqual([
      403,
      ['Mobile Number is already taken', 'Email address is already taken'],
    ]);
    const own = { ...form, mobileNumber: owner.mobile, email: owner.email };
    expect((await send(owner, 'individual', own)).status).toBe(200);
  });

  test('is free again a day after a sign-up that nobody confirmed', async () => {
    const other = await newcomer();
    await daftar.database.sql`update users set password_hash = null where email = ${other.email}`;
    const theirs = { mobileNumber: other.mobile, email: other.email };
    const early = await newcomer();
    expect(
      (await send(early, 'individual', { ...(await formOf(early, 'individual')), ...theirs })).status,
    ).toBe(403);
    daftar.clock.advance({ hours: 25 });
    const owner = await newcomer();
    const form = { ...(await formOf(owner, 'individual')), ...theirs };
    expect((await send(owner, 'individual', form)).status).toBe(200);
  });
  test('is refused also when both send at the same moment', async () => {
    const people = await Promise.all([newcomer(), newcomer(), newcomer()]);
    const forms = await Promise.all(people.map((each) => formOf(each, 'individual')));
    const answers = await Promise.all(
      people.map((each, at) => send(each, 'individual', { ...forms[at], mobileNumber: '01555555555' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });
});

describe('a draft', () => {
  test('stores the input, valid or not, and keeps its files beyond a day; files it no longer names are released', async () => {
    const owner = await newcomer();
    const [kept, dropped] = [await upload(owner), await upload(owner)];
    const typed = { email: 'half@', iban: 'EG', governorateId: '1', logoPath: kept, crDocument: dropped };
    expect(
      (await draft(owner, { businessType: 1, step: 3, fields: { ...typed, is_admin: 'yes' } })).status,
    ).toBe(200);
    expect(await state(owner)).toMatchObject({ status: 0, businessType: 1, step: 3, fields: typed });
    await draft(owner, { businessType: 1, step: 3, fields: { logoPath: kept } });
    expect((await state(owner)).fields).toEqual({ logoPath: kept });
    const rows = await daftar.database.sql`
      select path from files where merchant_id = ${owner.merchantId} and attached_at is not null`;
    expect(rows.map(({ path }) => path)).toEqual([kept]);
  });

  test('does not accept a file of another merchant', async () => {
    const [owner, other] = [await newcomer(), await newcomer()];
    const fields = { logoPath: await upload(other) };
    expect((await draft(owner, { businessType: 1, step: 2, fields })).status).toBe(422);
  });

  test('does not accept what cannot be stored', async () => {
    const refused = await draft(await newcomer(), { businessType: 1, step: 2, fields: { email: 'a\u0000' } });
    expect(refused.status).toBe(422);
  });

  test.each([1, 3, 4])('is closed at status %i', async (status) => {
    const owner = await daftar.merchant({ status });
    const refused = await draft(owner, { businessType: 1, step: 2, fields: {} });
    expect(refused.status).toBe(400);
    expect((await send(owner, 'corporate', await formOf(owner, 'corporate'))).status).toBe(400);
  });
});

describe('the provider', () => {
  test('sees waiting merchants, longest first, with everything they sent', async () => {
    const owner = await newcomer();
    await send(owner, 'corporate', await formOf(owner, 'corporate'));
    const { rows } = await activationRequests.page(
      daftar.app,
      { locale: 'en' } as Operator,
      { page: 1, pageSize: 100, sortBy: 'submitted_at', sortType: 'asc' },
      {},
    );
    expect(rows.map(({ id }) => id)).toContain(owner.merchantId);
    const seen = await kycSubmission(daftar.app, owner.merchantId, 'ar');
    expect(seen.names.areaId).toContain('القاهرة');
    const document = await readFile(daftar.app, owner, seen.fields.crDocument!, 'small');
    expect(document.type).toBe('image/jpeg');
    await expect(kycSubmission(daftar.app, (await newcomer()).merchantId, 'en')).rejects.toMatchObject({
      status: 404,
    });
  });

  test('a number that another merchant took meanwhile can be corrected too, with that reason', async () => {
    const owner = await newcomer();
    const first = await formOf(owner, 'corporate');
    await send(owner, 'corporate', first);
    const reasons = { crDocument: 'The scan is cut off' };
    await moderateMerchant(daftar.app, 'reject', owner.merchantId, { ...by, version: 1, reasons });
    const other = await newcomer();
    const theirs = { ...(await formOf(other, 'corporate')), mobileNumber: first.mobileNumber };
    expect((await send(other, 'corporate', theirs)).status).toBe(200);

    expect((await state(owner)).reasons).toEqual({
      ...reasons,
      mobileNumber: 'This number has since been registered by another account',
    });
    const again = { ...first, crDocument: await upload(owner) };
    expect((await send(owner, 'corporate', again)).status).toBe(403);
    expect((await send(owner, 'corporate', { ...again, mobileNumber: '01288877766' })).status).toBe(200);
    expect((await state(owner)).fields.mobileNumber).toBe('01288877766');
  });

  test('rejects by field: only those can be changed, and then the request waits again', async () => {
    const owner = await newcomer();
    const first = await formOf(owner, 'corporate');
    await send(owner, 'corporate', first);
    const reasons = { crDocument: 'The scan is cut off', iban: 'It names another person' };
    await moderateMerchant(daftar.app, 'reject', owner.merchantId, { ...by, version: 1, reasons });
    expect(await state(owner)).toMatchObject({
      status: 2,
      reasons,
      reason: expect.stringContaining('cut off'),
    });
    const crDocument = await upload(owner);
    const second = {
      ...first,
      crDocument,
      companyNameEn: 'Somebody else',
      iban: '',
      swift: 'CIBEEGCX',
      bankName: 'CIB',
    };
    await draft(owner, {
      businessType: 1,
      step: 3,
      fields: {
        ...second,
        areaId: '17',
        businessServiceTypeId: '1',
        currencyId: '1',
        businessSubCategoryId: '5',
      },
    });
    expect((await state(owner)).reasons).toEqual(reasons);
    expect((await send(owner, 'corporate', second)).status).toBe(200);
    const after = await state(owner);
    expect(after).toMatchObject({ status: 1, reasons: {} });
    expect(after.fields).toMatchObject({
      crDocument,
      swift: 'CIBEEGCX',
      bankName: 'CIB',
      companyNameEn: 'El Nour Bakery',
    });
    expect(after.fields.iban).toBeUndefined();
    daftar.clock.advance({ days: 2 });
    expect(await describeFile(daftar.app, owner, crDocument)).toBeTruthy();
  });
});

describe('the upload of a document', () => {
  test('returns its path; a file that is not a document is refused under its field', async () => {
    const owner = await newcomer();
    const call = (name: string, content: Buffer) => {
      const body = new FormData();
      body.append('crDocument', new Blob([new Uint8Array(content)]), name);
      return daftar.call({ method: 'POST', path: '/merchant/DocumentUpload', mode: 'live', as: owner, body });
    };
    const good = await call('سجل.pdf', pdf());
    expect(good.status).toBe(200);
    expect(await describeFile(daftar.app, owner, good.body.data)).toMatchObject({ name: 'سجل.pdf' });
    const bad = await call('photo.jpg', Buffer.from('MZ program'));
    expect(bad.body.errors).toEqual({
      crDocument: ['Allowed extensions are .JPG, .JPEG, .PNG, .GIF, .BMP & .PDF.'],
    });
    expect((await call('scan.pdf', Buffer.alloc(6 * 1024 * 1024))).status).toBe(422);
  });
});

describe('choices', () => {
  test('in both languages, each depending on the one above', async () => {
    const owner = await newcomer();
    expect((await get(owner, 'Governorate/List')).body.data).toHaveLength(27);
    const areas = (await get(owner, 'Area/List', { GovernorateId: '1' }, 'ar')).body.data;
    expect(areas).toContainEqual({ id: 17, name: 'القاهرة الجديدة' });
    expect((await get(owner, 'Area/List', { GovernorateId: '99' })).body.data).toEqual([]);
    expect((await get(owner, 'Area/List')).status).toBe(422);
    expect((await get(owner, 'BusinessServiceType/List', {}, 'ar')).body.data[0]).toEqual({
      id: 1,
      name: 'بيع منتجات',
    });
    expect((await get(owner, 'BusinessCategory/List')).body.data.length).toBeGreaterThan(5);
    const kinds = (await get(owner, 'BusinessSubCategory/List', { CategoryId: '1' })).body.data;
    expect(kinds).toContainEqual({ id: 5, name: 'Bakeries' });
    expect((await get(owner, 'Currency/List')).body.data).toContainEqual({
      id: 1,
      currencyName: 'Egyptian pound',
    });
    expect((await get(owner, 'BusinessInfo/Info')).body.data).toEqual({
      mobile: owner.mobile,
      email: owner.email,
      businessName: 'متجر النور',
    });
  });
});

test('an IBAN with any one digit changed, or two different neighbours swapped, is invalid', () => {
  const account = fc.stringMatching(/^\d{25}$/);
  const withCheck = (bban: string) => {
    const rest = Number(BigInt(`${bban}141600`) % 97n);
    return `EG${String(98 - rest).padStart(2, '0')}${bban}`;
  };
  fc.assert(
    fc.property(account, fc.nat({ max: 26 }), fc.integer({ min: 1, max: 9 }), (bban, at, by) => {
      const iban = withCheck(bban);
      expect(isIban(iban)).toBe(true);
      const place = at + 2;
      const digit = (Number(iban[place]) + by) % 10;
      expect(isIban(iban.slice(0, place) + digit + iban.slice(place + 1))).toBe(false);
      const [a, b] = [iban[place]!, iban[place + 1]];
      if (b !== undefined && a !== b) {
        expect(isIban(iban.slice(0, place) + b + a + iban.slice(place + 2))).toBe(false);
      }
      expect(isIban(iban.slice(0, -1)) || isIban(`${iban}0`)).toBe(false);
    }),
  );
});

test('every field that holds a file is a field of a form', () => {
  const all = [
    ...CONTACT_FIELDS,
    ...DOCUMENTS_STEP_FIELDS.corporate,
    ...DOCUMENTS_STEP_FIELDS.individual,
  ] as string[];
  for (const field of DOCUMENT_FIELDS) expect(all).toContain(field);
});
