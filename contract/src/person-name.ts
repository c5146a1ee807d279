import * as z from 'zod/mini';
import { seenText } from './invisible.ts';
import { required } from './text.ts';

/** Normalizes a name like {@link seenText}, with one space for white space of any kind. */
export const seenName = (name: string): string =>
  seenText(name.replace(/\p{White_Space}+/gu, ' '))
    .replace(/ {2,}/g, ' ')
    .trim();

/** Control characters, which no name contains. */
const CONTROLS = /\p{Cc}/u;

let judge = (_name: string): boolean => false;

/**
 * Sets the check whether a mail program would show part of a name as a link. Servers set it (`web-address.ts`);
 * browsers leave the check to the server, because the list of top-level domains is large.
 */
export function judgeNamesBy(namesWebAddress: (name: string) => boolean): void {
  judge = namesWebAddress;
}

/**
 * A person's name of at most `max` characters, without invisible ones. It appears in mails to others, so it must not
 * contain links.
 */
export function personName(max: number) {
  return required(max, seenName).check(
    z.refine((value: string) => !judge(value.slice(0, max)), { error: 'NoWebAddress' }),
    z.refine((value: string) => !CONTROLS.test(value), { error: 'HiddenCharacters' }),
  );
}
