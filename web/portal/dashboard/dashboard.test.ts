import { expect, test } from 'vitest';
import ar from '../../locales/ar/dashboard.json' with { type: 'json' };
import en from '../../locales/en/dashboard.json' with { type: 'json' };

test('who speaks to the screen can say what the link to all transactions shows', () => {
  for (const words of [en, ar]) expect(words['latest.all']).toContain(words.viewAll);
});
