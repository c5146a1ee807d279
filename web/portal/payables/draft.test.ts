import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../shared/testing.ts';
import { clearDraft, draftKey, isRecognised, readDraft, writeDraft } from './draft.ts';
import { EMPTY_PAYABLE } from './values.ts';

const AT = '2026-03-01T12:00:00.000Z';
const EMPTY_FORM = { ...EMPTY_PAYABLE, customers: [] as number[] };
const read = (store: ReturnType<typeof memoryStorage>, key: string) => readDraft(store, key, EMPTY_FORM);
const filled = {
  ...EMPTY_FORM,
  customers: [3, 5],
  invoice_name: 'Course',
  amount: '100.00',
  fees_on: true,
  metadata: [{ key: 'branch', value: 'Zamalek' }],
};

describe('a draft', () => {
  test('is read back as it was saved', () => {
    const store = memoryStorage();
    writeDraft(store, draftKey('invoice', 7, 'live'), { values: filled, at: AT, unanswered: null });
    expect(read(store, draftKey('invoice', 7, 'live'))).toEqual({ values: filled, at: AT, unanswered: null });
  });

  test('keeps the idempotency key of an unanswered request as long as the server recognises it', () => {
    const store = memoryStorage();
    const unanswered = { values: JSON.stringify(filled), key: 'k', at: AT };
    writeDraft(store, 'd', { values: filled, at: AT, unanswered });
    expect(read(store, 'd')?.unanswered).toEqual(unanswered);
    expect(isRecognised(unanswered, Date.parse('2026-03-02T11:59:59.000Z'))).toBe(true);
    expect(isRecognised(unanswered, Date.parse('2026-03-02T12:00:00.000Z'))).toBe(false);
    store.setItem('d', JSON.stringify({ values: filled, at: AT, unanswered: { key: 'k', at: 'never' } }));
    expect(read(store, 'd')).toEqual({ values: filled, at: AT, unanswered: null });
  });

  test('is offered only for the same mode, merchant and kind of payable', () => {
    const store = memoryStorage();
    writeDraft(store, draftKey('invoice', 7, 'live'), { values: filled, at: AT, unanswered: null });
    expect(read(store, draftKey('invoice', 7, 'test'))).toBeNull();
    expect(read(store, draftKey('invoice', 8, 'live'))).toBeNull();
    expect(read(store, draftKey('payment-link', 7, 'live'))).toBeNull();
  });

  test('is deleted when cleared', () => {
    const store = memoryStorage();
    writeDraft(store, 'd', { values: filled, at: AT, unanswered: null });
    clearDraft(store, 'd');
    expect(read(store, 'd')).toBeNull();
  });

  test.each(['', 'null', '{', '[]', '{"values":1,"at":"x"}', '{"values":{},"at":"never"}'])(
    'is ignored if it cannot be parsed: %s',
    (text) => {
      const store = memoryStorage();
      store.setItem('d', text);
      expect(read(store, 'd')).toBeNull();
    },
  );

  test('of another release restores the fields that are still valid', () => {
    const store = memoryStorage();
    const old = {
      invoice_name: 'Course',
      amount: 100,
      customers: ['3'],
      metadata: [{ key: 1 }],
      colour: 'red',
      currency_id: 9,
    };
    store.setItem('d', JSON.stringify({ values: old, at: AT }));
    expect(read(store, 'd')?.values).toEqual({ ...EMPTY_FORM, invoice_name: 'Course' });
  });

  test('that cannot be saved causes no error', () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(() => writeDraft(full, 'd', { values: filled, at: AT, unanswered: null })).not.toThrow();
  });
});
