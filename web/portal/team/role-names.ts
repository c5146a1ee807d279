import { ROLE_TEMPLATES } from '@daftar/contract/role-templates';
import { readCatalogue } from '../../shared/locale.ts';

/** Returns a role's names in both languages: those of the template that is called so, else what was typed for both. */
export async function roleNames(typed: string): Promise<{ name_ar: string; name_en: string }> {
  const [en, ar] = await Promise.all([readCatalogue('en', 'team'), readCatalogue('ar', 'team')]);
  for (const template of Object.keys(ROLE_TEMPLATES)) {
    const [name_en, name_ar] = [en[`template.${template}`], ar[`template.${template}`]];
    if (name_en && name_ar && (typed === name_en || typed === name_ar)) return { name_ar, name_en };
  }
  return { name_ar: typed, name_en: typed };
}
