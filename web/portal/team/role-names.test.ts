import { ROLE_TEMPLATES } from '@daftar/contract/role-templates';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../shared/locale.ts';
import { roleNames } from './role-names.ts';

test('a role made from a template is saved with the name that the template has in each language', async () => {
  const [en, ar] = [await readCatalogue('en', 'team'), await readCatalogue('ar', 'team')];
  for (const template of Object.keys(ROLE_TEMPLATES)) {
    const names = { name_en: en[`template.${template}`], name_ar: ar[`template.${template}`] };
    expect(names.name_ar, template).toMatch(/[\u0621-\u064a]/);
    expect(await roleNames(names.name_en!)).toEqual(names);
    expect(await roleNames(names.name_ar!)).toEqual(names);
  }
  expect(await roleNames('Accountant')).toEqual({ name_en: 'Accountant', name_ar: 'محاسب' });
});

test('another name is saved for both languages', async () => {
  expect(await roleNames('Night shift')).toEqual({ name_en: 'Night shift', name_ar: 'Night shift' });
});
