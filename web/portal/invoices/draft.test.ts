import { describe, expect, test } from 'vitest';
import { memoryStorage } from '../shared/testing.ts';
import { clearDraft, draftKey, readDraft, writeDraft } from './draft.ts';
import { EMPTY_FORM } from './form-values.ts';

const AT = '2026-03-01T12:00:00.000Z';
const filled = { ...EMPTY_FORM, customers: [3, 5], invoice_name: 'Course', amount: '100.00', fees_on: true };

describe('a draft', () => {
  test('is read back as it was kept', () => {
    const store = memoryStorage();
    writeDraft(store, draftKey(7, 'live'), { values: filled, at: AT });
    expect(readDraft(store, draftKey(7, 'live'))).toEqual({ values: filled, at: AT });
  });

  test('of one mode or merchant is not offered in another', () => {
    const store = memoryStorage();
    writeDraft(store, draftKey(7, 'live'), { values: filled, at: AT });
    expect(readDraft(store, draftKey(7, 'test'))).toBeNull();
    expect(readDraft(store, draftKey(8, 'live'))).toBeNull();
  });

  test('is gone once cleared', () => {
    const store = memoryStorage();
    writeDraft(store, 'd', { values: filled, at: AT });
    clearDraft(store, 'd');
    expect(readDraft(store, 'd')).toBeNull();
  });

  test.each(['', 'null', '{', '[]', '{"values":1,"at":"x"}', '{"values":{},"at":"never"}'])(
    'that cannot be read is none: %s',
    (text) => {
      const store = memoryStorage();
      store.setItem('d', text);
      expect(readDraft(store, 'd')).toBeNull();
    },
  );

  test('of another release gives what still fits', () => {
    const store = memoryStorage();
    const old = { invoice_name: 'Course', amount: 100, customers: ['3'], colour: 'red', currency_id: 9 };
    store.setItem('d', JSON.stringify({ values: old, at: AT }));
    expect(readDraft(store, 'd')?.values).toEqual({ ...EMPTY_FORM, invoice_name: 'Course' });
  });

  test('that cannot be kept does not fail', () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('quota');
      },
    };
    expect(() => writeDraft(full, 'd', { values: filled, at: AT })).not.toThrow();
  });
});
