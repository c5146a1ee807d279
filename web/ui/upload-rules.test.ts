import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES } from '@daftar/contract/files';
import en from '@daftar/contract/messages/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { acceptOf, refusalOf } from './upload-rules.ts';

const paper = { rule: DOCUMENT_FILES, maximumBytes: FILE_MAXIMUM_BYTES };

test('a chooser offers what the field takes', () => {
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
])('%s of %i bytes as a paper: %s', (name, size, refusal) => {
  expect(refusalOf({ name, size }, paper)).toBe(refusal);
});

test('every refusal is a sentence', () => {
  for (const key of ['FileTooLarge', 'EmptyFile', DOCUMENT_FILES.refusal]) {
    expect(en).toHaveProperty(key);
  }
});

test('where the server judges by content, a name refuses nothing, and size still does', () => {
  const sheet = { rule: { kinds: ['xlsx', 'csv'], refusal: null }, maximumBytes: 100 };
  expect(refusalOf({ name: '3f2a-download', size: 10 }, sheet)).toBeNull();
  expect(refusalOf({ name: 'customers.xlsx', size: 101 }, sheet)).toBe('FileTooLarge');
});
