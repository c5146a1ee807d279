/** Isolate characters, which keep a name or reference of either direction together within a sentence of the other. */
export const OPENS = '\u2068';
export const CLOSES = '\u2069';

/** What reorders the text around it or steps out of its isolate: overrides, embeddings and isolates of whoever typed it. */
const UNRULY = /[\u202a-\u202e\u2066-\u2069]/g;
/** Controls and line breaks: a name is part of one line. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Text kept together, whatever its direction; nothing for none. */
export const isolated = (text: string): string => (text === '' ? '' : `${OPENS}${text}${CLOSES}`);

/** Text of somebody else as part of one sentence: in one line, kept together, and without what reorders the rest. */
export const together = (text: string): string => isolated(text.replace(UNRULY, '').replace(BREAKS, ' '));

/** Lines of somebody else, of which none reorders what stands beside it. */
export const eachLine = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(together)
    .join('\n');

/** Removes isolate characters, which show as boxes in some subject lines. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
