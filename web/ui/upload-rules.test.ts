import {
  ATTACHMENT_FILES,
  DOCUMENT_FILES,
  FILE_MAXIMUM_BYTES,
  PHOTO_FILES,
  PICTURE_FILES,
} from '@daftar/contract/files';
import ar from '@daftar/contract/messages/ar.json' with { type: 'json' };
import en from '@daftar/contract/messages/en.json' with { type: 'json' };
import { afterEach, expect, test, vi } from 'vitest';
import { acceptOf, refusalOf } from './upload-rules.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const paper = { rule: DOCUMENT_FILES, maximumBytes: FILE_MAXIMUM_BYTES };

test('the file chooser offers the types that the field accepts', () => {
  expect(acceptOf(DOCUMENT_FILES)).toBe('.jpg,.jpeg,.png,.gif,.bmp,.pdf');
});

test('photos in the format of iPhones are offered where they are read, but on an iPhone, which converts its own', () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' });
  expect(acceptOf(PHOTO_FILES)).toBe('.jpg,.jpeg,.png,.heic,.heif');
  for (const rule of [ATTACHMENT_FILES, PHOTO_FILES])
    for (const name of ['IMG_0042.HEIC', 'IMG_0042.heif'])
      expect(refusalOf({ name, size: 10 }, { rule, maximumBytes: FILE_MAXIMUM_BYTES })).toBeNull();
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
  expect(acceptOf(PHOTO_FILES)).toBe('.jpg,.jpeg,.png');
});

test.each([
  ['سجل تجاري.PDF', 10, null],
  ['scan.jpeg', FILE_MAXIMUM_BYTES, null],
  ['scan.jpeg', FILE_MAXIMUM_BYTES + 1, 'FileTooLarge'],
  ['scan.png', 0, 'EmptyFile'],
  ['contract.docx', 10, 'DocumentFileTypes'],
  ['IMG_0042.HEIC', 10, 'DocumentHeic'],
  ['pdf', 10, 'DocumentFileTypes'],
  ['invoice.pdf.exe', 10, 'DocumentFileTypes'],
])('%s of %i bytes as a document: %s', (name, size, refusal) => {
  expect(refusalOf({ name, size }, paper)?.key ?? null).toBe(refusal);
});

test('a photo in the format of iPhones is refused with the accepted types first, then a way to get one', () => {
  for (const messages of [en, ar] as Record<string, string>[]) {
    for (const { refusal, heic } of [DOCUMENT_FILES, PICTURE_FILES]) {
      expect(messages[heic]).toMatch(/HEIC/);
      expect(messages[heic]?.startsWith(`${messages[refusal]} `)).toBe(true);
    }
  }
});

test('every refusal has a sentence in the catalogue', () => {
  for (const key of ['FileTooLarge', 'EmptyFile', DOCUMENT_FILES.refusal]) {
    expect(en).toHaveProperty(key);
  }
});

test('a file is not refused by name, only by size, where the server checks its content', () => {
  const sheet = { rule: { kinds: ['xlsx', 'csv'], refusal: null }, maximumBytes: 100 };
  expect(refusalOf({ name: '3f2a-download', size: 10 }, sheet)).toBeNull();
  expect(refusalOf({ name: 'customers.xlsx', size: 101 }, sheet)).toMatchObject({ key: 'FileTooLarge' });
});
