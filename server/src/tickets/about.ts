/** Finds the subject of a ticket: a reference to one of the merchant's objects. */
import {
  REFERENCES_OF_TYPE,
  TICKET_TYPE,
  type TicketSubject,
  type TicketType,
} from '@daftar/contract/tickets';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { typedText, wholeReference } from '../platform/lists/search.ts';
import * as store from './store.ts';

const SUBJECTS: Readonly<Record<string, TicketSubject>> = {
  TRX: 'transaction',
  LNK: 'payment-link',
  INV: 'invoice',
  CHB: 'chargeback',
  STL: 'settlement',
};

/** The subject by kind and id, or free text for a technical issue. */
export interface About {
  reference: string;
  subject: TicketSubject | null;
  id: number | null;
}

/**
 * Finds the subject of a reference, in any case and, except for the last type, also without its prefix.
 * @throws InvalidError 422 on `reference_id` when the type needs a subject and there is none.
 */
export async function findAbout(db: Db, scope: Scope, type: TicketType, typed: string): Promise<About> {
  const isFree = type === TICKET_TYPE.technicality;
  const words = typedText(typed);
  const allowed: readonly string[] = REFERENCES_OF_TYPE[type];
  // Free text is not interpreted as a payment's code just because the type allows one.
  const reference = isFree && !/^[a-z]{3}-/i.test(words) ? words : wholeReference(words, allowed[0]!);
  const letters = reference.slice(0, 3);
  const subject = allowed.includes(letters) ? SUBJECTS[letters] : undefined;
  const id = subject && (await store.findSubject(db, scope, subject, reference));
  if (subject && id !== undefined) return { reference, subject, id };
  if (!isFree) throw InvalidError.field('reference_id', 'ReferenceUnknown');
  return { reference: words, subject: null, id: null };
}
