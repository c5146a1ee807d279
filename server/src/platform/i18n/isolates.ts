/** Isolate characters, which keep a name or reference together within a sentence of the other direction. */
export const OPENS = '\u2068';
export const CLOSES = '\u2069';

/** Characters that reorder the surrounding text or leave their isolate: typed overrides, embeddings and isolates. */
const UNRULY = /[\u202a-\u202e\u2066-\u2069]/g;
/** Controls and line breaks: a name is part of one line. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Isolates text of any direction; empty text stays empty. */
export const isolated = (text: string): string => (text === '' ? '' : `${OPENS}${text}${CLOSES}`);

/**
 * Prepares text from others for use within a sentence: on one line, isolated, and without characters that reorder the
 * rest.
 */
export const together = (text: string): string => isolated(text.replace(UNRULY, '').replace(BREAKS, ' '));

/** Isolates each line of text from others, so that none reorders the text beside it. */
export const eachLine = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(together)
    .join('\n');

/** Removes isolate characters, which show as boxes in some subject lines. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
