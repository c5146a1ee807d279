/** Finds words in everything that developers can read: sections of pages, calls, errors and fields. */
import { DOC_PAGES, type DocPage, type DocsView, SEARCH_WORDS } from '@daftar/contract/docs';
import { searchKey } from '@daftar/contract/search-key';
import { parameterRows } from './call-card.tsx';
import { isProse, type ProsePage, sourceOf } from './prose.ts';
import { type FieldRow, fieldsOf } from './schema.ts';
import { type Locale, wordIn } from './text.ts';

/** What a result is of. */
export type FoundKind = 'page' | 'call' | 'error' | 'field';

/** A text, and whether it holds one of the words. */
export interface Part {
  text: string;
  isHit: boolean;
}

/** Something that was found. */
export interface Found {
  kind: FoundKind;
  href: string;
  title: Part[];
  /** The title is a name of the API's. */
  isCode: boolean;
  /** What it is part of: a page, a call, or a call's method and path. */
  within: string;
  excerpt: Part[];
}

interface Entry extends Omit<Found, 'title' | 'excerpt'> {
  title: string;
  text: string;
  /** How each is compared. */
  keys: { title: string; within: string; text: string };
}

const MAX_FOUND = 25;
/** An excerpt, and what stands in it before the first word that was found; in characters. */
const EXCERPT = 220;
const BEFORE = 60;
/** Words, with the marks of Arabic and the underscores of names. */
const LETTER = /[\p{L}\p{N}]/u;
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const FENCE = '```';
const HEADING = /^(#{1,3}) (.+?)(?: \{#([\w-]+)\})?$/;

/** What stands between words and is no answer to a question. */
const SMALL = new Set(
  'a an and are do for from how i in is of on or the to what with كيف ما من في عن علي الي هل او مع'.split(
    ' ',
  ),
);

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Markdown without its marks, in one line. */
const plainOf = (markdown: string) =>
  inOneLine(
    markdown
      .replace(/\[([^\][]{1,200})\]\([^()]{1,200}\)/g, '$1')
      .replace(/^(?:- \[ \]|[->]|\|[ |-]+$)/gm, ' ')
      .replace(/[*`|]/g, ' '),
  );

type Draft = Omit<Entry, 'keys'>;

/** The sections of a page: whatever stands below a heading, first its text and then its code. */
function sectionsOf(page: ProsePage, view: DocsView): Draft[] {
  const found: (Draft & { code: string })[] = [];
  const address = `${DOC_PAGES[page]}?lang=${view.locale}`;
  for (const [index, part] of sourceOf(page, view).split(FENCE).entries()) {
    // Every second part is code, whose first line names its language.
    const isCode = index % 2 === 1;
    for (const line of isCode ? part.split('\n').slice(1) : part.split('\n')) {
      const [, , title, id] = (isCode ? null : HEADING.exec(line)) ?? [];
      const last = found.at(-1);
      if (title !== undefined)
        found.push({
          kind: 'page',
          title: plainOf(title),
          isCode: false,
          within: found[0]?.title ?? '',
          text: '',
          code: '',
          href: `${address}${id ? `#${id}` : ''}`,
        });
      else if (last && isCode) last.code += ` ${line}`;
      else if (last) last.text += `${line}\n`;
    }
  }
  return found.map(({ code, ...each }) => ({ ...each, text: inOneLine(`${plainOf(each.text)} ${code}`) }));
}

const lastOf = (name: string) => name.split('.').at(-1) ?? name;

/** Every call, and every field with a meaning of its own, in the call that has it first. */
function callsAndFieldsOf({ document, locale }: DocsView): Draft[] {
  const { schemas } = document.components;
  const calls: Draft[] = [];
  const fields = new Map<string, Draft>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const href = `/docs/reference/${operation.tags[0]}?lang=${locale}#${operation.operationId}`;
      const [does = '', who] = operation.description.split('\n\n');
      const within = `${method.toUpperCase()} ${path}`;
      const text = plainOf(`${who === undefined ? '' : does} ${operation.operationId}`);
      calls.push({ kind: 'call', title: operation.summary, isCode: false, within, text, href });
      const media = [operation.requestBody, ...Object.values(operation.responses)]
        .flatMap((each) => Object.values((each?.content ?? {}) as Record<string, { schema?: object }>))
        .flatMap(({ schema }) => (schema ? fieldsOf(schema as Record<string, unknown>, schemas) : []));
      const rows: FieldRow[] = [
        ...parameterRows(operation, 'path', schemas),
        ...parameterRows(operation, 'query', schemas),
        ...media,
      ];
      for (const { name, description, values } of rows) {
        const key = `${lastOf(name)} ${description}`;
        if (description === '' || fields.has(key)) continue;
        const words = values.map(({ value, name: word, meaning }) => `${value} ${word ?? ''} ${meaning}`);
        fields.set(key, {
          kind: 'field',
          title: lastOf(name),
          isCode: true,
          within: operation.summary,
          text: plainOf([description, ...words].join(' ')),
          href,
        });
      }
    }
  }
  return [...calls, ...fields.values()];
}

/** A message has no point at its end, and is followed by what it means. */
const ended = (sentence: string) => (/[.!?؟:…]\s*$/.test(sentence) ? sentence : `${sentence}.`);

const errorsOf = ({ errors, locale }: DocsView): Draft[] =>
  errors.map(({ code, status, sentences, explanation }) => ({
    kind: 'error',
    title: code,
    isCode: true,
    within: `${status} ${wordIn(locale)(`error.status.${status}`)}`,
    text: plainOf([...sentences, explanation].map(ended).join(' ')),
    href: `/docs/errors/${code}?lang=${locale}`,
  }));

const made = new Map<Locale, readonly Entry[]>();

/** Everything that can be found in a language; put together once. */
function entriesOf(view: DocsView): readonly Entry[] {
  const known = made.get(view.locale);
  if (known) return known;
  const pages = (Object.keys(DOC_PAGES) as DocPage[]).filter(isProse);
  const drafts = [
    ...pages.flatMap((page) => sectionsOf(page, view)),
    ...callsAndFieldsOf(view),
    ...errorsOf(view),
  ];
  const entries = drafts.map((draft) => ({
    ...draft,
    keys: {
      title: searchKey(draft.title),
      // A field is not about what its call is about.
      within: draft.kind === 'field' ? '' : searchKey(draft.within),
      text: searchKey(draft.text),
    },
  }));
  made.set(view.locale, entries);
  return entries;
}

/** The words of a query as they are compared: the article ال and the s of a plural may be missing from what is found. */
export function wordsOf(query: string): string[] {
  const words = (searchKey(query).match(WORD) ?? []).map((word) =>
    word.replace(/^ال(?=.{3})/, '').replace(/(?<=[a-z]{3})s$/, ''),
  );
  const telling = words.filter((word) => !SMALL.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, SEARCH_WORDS);
}

const POINTS: Readonly<Record<FoundKind, number>> = { page: 8, call: 6, error: 4, field: 0 };
/** Whether a text has a word, or one that begins with it. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !LETTER.test(text[at - 1] ?? '')) return true;
  return false;
}

/** How well an entry fits a word; 0 when it has it nowhere. */
function pointsOf({ keys: { title, within, text } }: Entry, word: string): number {
  if (title === word) return 60;
  if (title.startsWith(word)) return 32;
  if (title.includes(word)) return begins(title, word) ? 30 : 20;
  if (within.includes(word)) return 10;
  if (text.includes(word)) return begins(text, word) ? 5 : 3;
  return 0;
}

function scoreOf(entry: Entry, words: readonly string[], whole: string): number {
  const points = words.map((word) => pointsOf(entry, word));
  if (points.includes(0)) return 0;
  const isItself = entry.keys.title === whole ? 100 : 0;
  return points.reduce((sum, each) => sum + each, isItself + POINTS[entry.kind]);
}

/** A text in parts: the words that hold one of the sought ones, and what stands between them. */
export function partsOf(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const key = searchKey(word);
    if (!words.some((each) => key.includes(each))) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isHit: false });
    parts.push({ text: word, isHit: true });
    from = index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHit: false });
  return parts;
}

/** The part of a text with the first word that is sought, or its beginning; cut between words. */
function excerptOf(text: string, words: readonly string[]): Part[] {
  if (text.length <= EXCERPT) return partsOf(text, words);
  const hit = [...text.matchAll(WORD)].find(({ 0: word }) =>
    words.some((each) => searchKey(word).includes(each)),
  );
  const wanted = Math.max(0, (hit?.index ?? 0) - BEFORE);
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const most = from + EXCERPT;
  const to = most >= text.length ? text.length : Math.max(text.lastIndexOf(' ', most), from + 1);
  const shown = `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  return partsOf(shown, words);
}

/** The best results for the view's query, best first, and whether there are more. */
export function search(view: DocsView): { found: Found[]; more: boolean } {
  const words = wordsOf(view.query);
  if (words.length === 0) return { found: [], more: false };
  const whole = searchKey(view.query.trim());
  const scored = entriesOf(view)
    .map((entry) => ({ entry, score: scoreOf(entry, words, whole) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const found = scored.slice(0, MAX_FOUND).map(({ entry }) => ({
    kind: entry.kind,
    href: entry.href,
    isCode: entry.isCode,
    within: entry.within,
    title: partsOf(entry.title, words),
    excerpt: excerptOf(entry.text, words),
  }));
  return { found, more: scored.length > MAX_FOUND };
}
