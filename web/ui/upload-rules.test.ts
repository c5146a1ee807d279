import { DOCUMENT_FILES, FILE_MAXIMUM_BYTES, LOGO_FILES } from '@daftar/contract/files';
import en from '@daftar/contract/messages/en.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { acceptOf, refusalOf } from './upload-rules.ts';

const paper = { rule: DOCUMENT_FILES, maximumBytes: FILE_MAXIMUM_BYTES };
const logo = { ...paper, rule: LOGO_FILES };

test('a chooser offers what the field takes', () => {
  expect(acceptOf(DOCUMENT_FILES)).toBe('.jpg,.jpeg,.png,.gif,.bmp,.pdf');
  expect(acceptOf(LOGO_FILES)).not.toContain('pdf');
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

test('a logo is a picture', () => {
  expect(refusalOf({ name: 'logo.pdf', size: 10 }, logo)).toBe('LogoFileTypes');
  expect(refusalOf({ name: 'logo.BMP', size: 10 }, logo)).toBeNull();
});

test('every refusal is a sentence', () => {
  for (const key of ['FileTooLarge', 'EmptyFile', DOCUMENT_FILES.refusal, LOGO_FILES.refusal]) {
    expect(en).toHaveProperty(key);
  }
});
