import type { FormatterModule } from 'i18next';
import { formatNumber } from './format.ts';

/** Every value of a text is passed to {@link ownDigits}. */
export const interpolation = { escapeValue: false, alwaysFormat: true };

/** Writes the numbers of texts in the digits of their language, so that no screen can forget it; references stay. */
export const ownDigits: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language) =>
    typeof value === 'number' ? formatNumber(value, language === 'ar' ? 'ar' : 'en') : value,
};
