import { expect, test } from 'vitest';
import { meaningOf } from './typed.ts';

const nothing = { reference: null, bare: null, piastres: null, text: null, id: null };

test.each([
  ['trx-7k3m', { reference: { kind: 'TRX', pattern: 'TRX-7K3M%' } }],
  ['TRX7K3M9Q2D', { reference: { kind: 'TRX', pattern: 'TRX-7K3M9Q2D%' } }],
  ['inv-oil٣', { reference: { kind: 'INV', pattern: 'INV-0113%' } }],
  ['7k3m9q2d', { bare: '7k3m9q2d', id: '7k3m9q2d', text: '%7k3m9q2d%' }],
  ['gmhmtjdx', { bare: 'gmhmtjdx', text: '%gmhmtjdx%' }],
  ['1,250.5', { piastres: 125_050 }],
  ['١٢٥٠٫٥٠', { piastres: 125_050, id: '1250.50' }],
  ['250', { piastres: 25_000 }],
  ['0.50', { piastres: 50 }],
  ['987654321', { piastres: 98_765_432_100, id: '987654321' }],
  ['12345678', { piastres: 1_234_567_800, bare: '12345678', id: '12345678' }],
  ['01112345678', { text: '%01112345678%', id: '01112345678' }],
  ['0111 234', { text: '%0111234%' }],
  ['٠١١١٢٣٤٥٦٧٨', { text: '%01112345678%', id: '01112345678' }],
  ['+20 111 234 5678', { text: '%01112345678%' }],
  ['1112345678', { text: '%01112345678%', id: '1112345678' }],
  ['612345678901', { text: '%612345678901%', id: '612345678901' }],
  ['Sara@Example.com', { text: '%sara@example.com%' }],
  ['سارة أحمد', { text: '%ساره احمد%' }],
  ['Payton', { text: '%payton%' }],
  ['ab', {}],
  ['50% off', { text: '%50\\% off%' }],
  ['%_%', {}],
  ['.....', {}],
  ['a--', {}],
  ['م.', {}],
  ['نور', { text: '%نور%' }],
  ['a\u0000b', {}],
  // As copied from our own documents and notifications, which isolate names in Arabic.
  ['\u2068TRX-7K3M9Q2D\u2069', { reference: { kind: 'TRX', pattern: 'TRX-7K3M9Q2D%' } }],
  ['\u200f١٢٥٠٫٥٠\u200f', { piastres: 125_050, id: '1250.50' }],
  ['\u061c250', { piastres: 25_000 }],
  ['\u2068سارة\u2069 أحمد', { text: '%ساره احمد%' }],
])('%j is read in each way that it can be meant', (typed, means) => {
  expect(meaningOf(typed)).toEqual({ ...nothing, ...means });
});
