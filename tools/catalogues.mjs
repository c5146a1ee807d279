// Checks that both languages have the same keys, the same placeholders and every plural form, and avoid the glossary's
// words.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { avoidedWordsOf } from './avoided-words.mjs';

const LOCALES = ['en', 'ar'];
const FORMS = Object.fromEntries(
  LOCALES.map((locale) => [locale, new Intl.PluralRules(locale).resolvedOptions().pluralCategories]),
);
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(value, prefix = '') {
  if (typeof value === 'string') return { [prefix]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key)),
  );
}

const placeholders = (sentence) =>
  [...new Set([...sentence.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]))].sort().join(',');

/**
 * An amount, a size or a large number in a sentence. A limit that is written out goes on saying what it was: sentences take
 * it as a parameter, from the constant that the code compares with.
 */
const LIMIT =
  /[0-9٠-٩]{1,3}[,٬][0-9٠-٩]{3}|[0-9٠-٩] ?(?:[kM]B|EGP|megapixels?|كيلوبايت|ميجابايت|ميجابكسل|جنيه|ج\.م)/;
/** Numbers that are no limit of the code's: examples, advice, and sentences that the specification dictates. */
const WRITTEN_OUT = new Set([
  'contract/messages AmountTooLarge',
  'contract/messages TotalTooLarge',
  'contract/messages InvalidCount',
  'contract/messages InvalidStock',
  'web/locales/account.json logo.help',
  'web/locales/simulator.json text.payment-succeeded',
]);

/** The pairs of files to compare. */
function pairs(root) {
  const found = [
    {
      name: 'contract/messages',
      en: join(root, 'contract/messages/en.json'),
      ar: join(root, 'contract/messages/ar.json'),
    },
    {
      name: 'contract/messages/errors',
      en: join(root, 'contract/messages/errors/en.json'),
      ar: join(root, 'contract/messages/errors/ar.json'),
    },
  ];
  for (const folder of ['server/locales', 'web/locales']) {
    const names = new Set(LOCALES.flatMap((locale) => readdirSync(join(root, folder, locale))));
    for (const name of names) {
      found.push({
        name: `${folder}/${name}`,
        en: join(root, folder, 'en', name),
        ar: join(root, folder, 'ar', name),
      });
    }
  }
  return found;
}

/** A scheme that stands alone: between Arabic words `https://` is shown as `//:https`. */
const SCHEME_WITHOUT_MARK = /https?:\/\/(?![A-Za-z0-9{\u200e])/;

function compare({ name, en, ar }, avoidedIn) {
  const problems = [];
  for (const path of [en, ar]) if (!existsSync(path)) return [`${name}: ${path} is missing`];
  const catalogue = {
    en: flatten(JSON.parse(readFileSync(en, 'utf8'))),
    ar: flatten(JSON.parse(readFileSync(ar, 'utf8'))),
  };
  const bases = { en: new Map(), ar: new Map() };
  for (const locale of LOCALES) {
    for (const [key, sentence] of Object.entries(catalogue[locale])) {
      const plural = PLURAL.exec(key);
      // `x_other` alone is an ordinary key unless `x_one` exists.
      const base =
        plural && `${key.replace(PLURAL, '')}_one` in catalogue[locale] ? key.replace(PLURAL, '') : key;
      bases[locale].set(base, [...(bases[locale].get(base) ?? []), { key, sentence }]);
      if (sentence.trim() === '') problems.push(`${name} (${locale}): ${key} is empty`);
      problems.push(...avoidedIn(name, locale, key, sentence));
      if (locale === 'ar' && SCHEME_WITHOUT_MARK.test(sentence))
        problems.push(
          `${name} (ar): ${key} lacks a left-to-right mark after ://, so its slashes are shown before it`,
        );
      if (LIMIT.test(sentence) && !WRITTEN_OUT.has(`${name} ${base}`))
        problems.push(`${name} (${locale}): ${key} writes a number out that a parameter should say`);
    }
    for (const [base, forms] of bases[locale]) {
      if (forms.length === 1 && forms[0].key === base) continue;
      const has = forms.map(({ key }) => PLURAL.exec(key)[1]);
      const lacks = FORMS[locale].filter((form) => !has.includes(form));
      if (lacks.length > 0)
        problems.push(`${name} (${locale}): ${base} lacks the plural forms ${lacks.join(', ')}`);
    }
  }
  for (const base of new Set([...bases.en.keys(), ...bases.ar.keys()])) {
    if (!bases.en.has(base) || !bases.ar.has(base)) {
      problems.push(`${name}: ${base} is only in ${bases.en.has(base) ? 'en' : 'ar'}`);
      continue;
    }
    // A form for one or two may leave the number out; the general form may not.
    const last = (locale) => placeholders(bases[locale].get(base).at(-1).sentence);
    if (last('en') !== last('ar'))
      problems.push(`${name}: ${base} has {${last('en')}} in en and {${last('ar')}} in ar`);
  }
  return problems;
}

/** Prints the differences. @returns whether there are none. */
export function checkCatalogues(root) {
  const all = pairs(root);
  const avoidedIn = avoidedWordsOf(root);
  const problems = all.flatMap((pair) => compare(pair, avoidedIn));
  for (const problem of problems) console.error(problem);
  console.log(`Catalogues: ${all.length} pairs, ${problems.length} problems.`);
  return problems.length === 0 && all.length > 5;
}
