import banks from '@daftar/contract/data/banks.json' with { type: 'json' };
import business from '@daftar/contract/data/business_services.json' with { type: 'json' };
import governorates from '@daftar/contract/data/governorates.json' with { type: 'json' };
import type { BankItem } from '@daftar/contract/kyc';
import { listCurrencies } from '../lookups/service.ts';
import type { Locale } from '../platform/i18n/translate.ts';

interface Named {
  id: number;
  en: string;
  ar: string;
}
interface Item {
  id: number;
  name: string;
}

const collators = { en: new Intl.Collator('en'), ar: new Intl.Collator('ar') };

/** Returns names in a language, sorted by its alphabet. */
function named(locale: Locale, all: readonly Named[]): Item[] {
  return all
    .map((each) => ({ id: each.id, name: each[locale] }))
    .sort((a, b) => collators[locale].compare(a.name, b.name));
}

/** Lists the governorates of Egypt by name. */
export const listGovernorates = (locale: Locale) => named(locale, governorates);
/** Lists the areas of a governorate; empty for an unknown one. */
export const listAreas = (locale: Locale, governorateId: number) =>
  named(locale, governorates.find((each) => each.id === governorateId)?.areas ?? []);
/** Lists service types from the most to the least common. */
export const listServiceTypes = (locale: Locale): Item[] =>
  business.serviceTypes.map((each) => ({ id: each.id, name: each[locale] }));
/** Lists business categories by name. */
export const listCategories = (locale: Locale) => named(locale, business.categories);
/** Lists the sub-categories of a category; empty for an unknown one. */
export const listSubCategories = (locale: Locale, categoryId: number) =>
  named(locale, business.categories.find((each) => each.id === categoryId)?.subCategories ?? []);
/** Lists banks by name; `bic` and `ibanCode` are empty where no source gives them. */
export const listBanks = (locale: Locale): BankItem[] =>
  banks
    .map((bank) => ({
      id: bank.id,
      name: bank[locale],
      bic: bank.bic ?? '',
      ibanCode: bank.ibanBankCode ?? '',
    }))
    .sort((a, b) => collators[locale].compare(a.name, b.name));

const areaIds = new Set(governorates.flatMap((each) => each.areas.map(({ id }) => id)));
const serviceTypeIds = new Set(business.serviceTypes.map(({ id }) => id));
const subCategoryIds = new Set(business.categories.flatMap((each) => each.subCategories.map(({ id }) => id)));

/** Returns the fields whose value is in none of our lists. */
export function unknownChoices(form: {
  areaId: number;
  businessServiceTypeId: number;
  businessSubCategoryId: number;
}): string[] {
  const lists = {
    areaId: areaIds,
    businessServiceTypeId: serviceTypeIds,
    businessSubCategoryId: subCategoryIds,
  };
  return Object.entries(lists)
    .filter(([field, ids]) => !ids.has(form[field as keyof typeof lists]))
    .map(([field]) => field);
}

/** Returns the parents of area and sub-category, which a submission does not contain but a form shows. */
export function parentsOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  const governorate = governorates.find((each) => each.areas.some(({ id }) => String(id) === fields.areaId));
  const category = business.categories.find((each) =>
    each.subCategories.some(({ id }) => String(id) === fields.businessSubCategoryId),
  );
  return {
    ...(governorate ? { governorateId: String(governorate.id) } : {}),
    ...(category ? { businessCategoryId: String(category.id) } : {}),
  };
}

/** Returns names for the ids in a submission. */
export function namesOf(locale: Locale, fields: Readonly<Record<string, string>>): Record<string, string> {
  const within = (id: string | undefined, all: readonly Named[]) =>
    all.find((each) => String(each.id) === id)?.[locale] ?? '';
  const governorate = governorates.find((each) => each.areas.some(({ id }) => String(id) === fields.areaId));
  const category = business.categories.find((each) =>
    each.subCategories.some(({ id }) => String(id) === fields.businessSubCategoryId),
  );
  return {
    areaId: [governorate?.[locale], within(fields.areaId, governorate?.areas ?? [])].join(' · '),
    businessServiceTypeId: within(fields.businessServiceTypeId, business.serviceTypes),
    currencyId: listCurrencies(locale).find(({ id }) => String(id) === fields.currencyId)?.name ?? '',
    businessSubCategoryId: [
      category?.[locale],
      within(fields.businessSubCategoryId, category?.subCategories ?? []),
    ].join(' · '),
  };
}
