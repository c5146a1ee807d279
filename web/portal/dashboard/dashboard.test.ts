import { expect, test } from 'vitest';
import ar from '../../locales/ar/dashboard.json' with { type: 'json' };
import en from '../../locales/en/dashboard.json' with { type: 'json' };

test('the accessible name of the link to all transactions contains its visible text', () => {
  for (const words of [en, ar]) expect(words['latest.all']).toContain(words.viewAll);
});
