// Checks catalogues against the glossary, whose last column lists words to avoid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ARABIC = /\p{Script=Arabic}/u;
const DIACRITICS = /[\u0640\u064b-\u0652]/g;
const PREFIXES = '(?:[وف]?(?:[بك]?ال|لل|[بكل])?)';

/** A pattern for whole words: English in singular or plural; Arabic with its prefixed particles. */
function patternOf(phrase) {
  const words = phrase.split(/\s+/);
  if (!ARABIC.test(phrase))
    return new RegExp(`(?<![\\p{L}\\p{N}-])${words.join('\\s+')}s?(?![\\p{L}\\p{N}])`, 'iu');
  const stems = words.map((word) => word.replace(/^ال/, ''));
  return new RegExp(`(?<!\\p{L})${PREFIXES}${stems.join('\\s+(?:ال)?')}(?!\\p{L})`, 'u');
}

/** The words that the glossary says to avoid. @returns entries of { locale, phrase, term, pattern } */
function avoidedWords(glossary) {
  const rows = glossary.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(2).flatMap((row) => {
    const [english, arabic, , avoid] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const phrases = avoid.split(/[,،]\s*/).filter(Boolean);
    return phrases.map((phrase) => {
      const locale = ARABIC.test(phrase) ? 'ar' : 'en';
      const bare = phrase.replace(DIACRITICS, '');
      return { locale, phrase, term: locale === 'ar' ? arabic : english, pattern: patternOf(bare) };
    });
  });
}

/** Reads the glossary and its exceptions. @returns a function that returns the problems of a sentence */
export function avoidedWordsOf(root) {
  const words = avoidedWords(readFileSync(join(root, 'GLOSSARY.md'), 'utf8'));
  const excepted = JSON.parse(readFileSync(new URL('./avoided-words.json', import.meta.url), 'utf8'));
  return (name, locale, key, sentence) => {
    const where = `${name} (${locale}): ${key}`;
    if (where in excepted) return [];
    const bare = sentence.replace(/\{\{.*?\}\}/g, ' ').replace(DIACRITICS, '');
    return words
      .filter((word) => word.locale === locale && word.pattern.test(bare))
      .map(({ phrase, term }) => `${where} says “${phrase}”; the glossary’s word is “${term}”`);
  };
}
