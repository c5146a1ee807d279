import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import en from '@daftar/contract/messages/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { acceptOf, refusalOf } from './upload-rules.ts';

const paper = { rule: DOCUMENT_FILES, maximumBytes: FILE_MAXIMUM_BYTES };

test('the file chooser offers the types that the field accepts', () => {
  expect(acceptOf(DOCUMENT_FILES)).toBe('.jpg,.jpeg,.png,.gif,.bmp,.pdf');
});

test.each([
  ['سجل تجاري.PDF', 10, null],
  ['scan.jpeg', FILE_MAXIMUM_BYTES, null],
  ['scan.jpeg', FILE_MAXIMUM_BYTES + 1, 'FileTooLarge'],
  ['scan.png', 0, 'EmptyFile'],
  ['contract.docx', 10, 'DocumentFileTypes'],
  ['pdf', 10, 'DocumentFileTypes'],
  ['invoice.pdf.exe', 10, 'DocumentFileTypes'],
])('%s of %i bytes as a document: %s', (name, size, refusal) => {
  expect(refusalOf({ name, size }, paper)?.key ?? null).toBe(refusal);
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
