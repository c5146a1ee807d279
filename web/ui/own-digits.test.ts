import i18next from 'i18next';
import { expect, test } from 'vitest';
import { interpolation, ownDigits } from './own-digits.ts';

test('a number in a text has the digits of its language, and a reference stays as it is', async () => {
  const common = { 'pdf.page': '{{name}}, {{number}} / {{total}}' };
  const say = async (lng: string) => {
    const instance = i18next.createInstance();
    await instance.use(ownDigits).init({
      lng,
      resources: { [lng]: { common } },
      defaultNS: 'common',
      keySeparator: false,
      interpolation,
    });
    return instance.t('pdf.page', { name: 'TRX-12', number: 1234, total: 2.5 });
  };
  expect(await say('ar')).toBe('TRX-12, ١٬٢٣٤ / ٢٫٥');
  expect(await say('en')).toBe('TRX-12, 1,234 / 2.5');
});
