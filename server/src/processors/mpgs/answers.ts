/** Meanings of Mastercard Gateway's HTTP replies. */
import type * as z from 'zod/mini';
import { ProcessorError } from '../errors.ts';
import type { HttpReply } from '../http.ts';
import { ErrorAnswer, type TransactionAnswer } from './messages.ts';

const LONGEST_EXPLANATION = 200;

/** Truncates a text to the given number of characters. */
export const cut = (text: string, most: number): string => [...text.trim()].slice(0, most).join('');

/** @throws ProcessorError `unknown` for an unexpected answer */
export function parsed<S extends z.ZodMiniType>(schema: S, reply: HttpReply): z.output<S> {
  const result = schema.safeParse(reply.json);
  if (!result.success) throw new ProcessorError('unknown', 'the answer cannot be read', reply.status);
  return result.data;
}

/** Parses a JSON text; undefined if invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the error for an answer that is not 2xx. */
export function refusalOf(reply: HttpReply): ProcessorError {
  const { status } = reply;
  const answer = ErrorAnswer.safeParse(reply.json);
  const cause = answer.success ? answer.data.error.cause : undefined;
  if (status === 401 || status === 403) return new ProcessorError('refused', 'wrong credentials', status);
  if (cause === 'SERVER_BUSY' || status === 429)
    return new ProcessorError('busy', 'the gateway is busy', status);
  if (cause === 'INVALID_REQUEST' || cause === 'REQUEST_REJECTED') {
    const { explanation, field } = answer.data!.error;
    const words = [cause, explanation, field && `(${field})`].filter((each) => each);
    return new ProcessorError('refused', explanationOf(words.join(' ')), status);
  }
  return new ProcessorError('unknown', `the gateway failed with ${status}`, status);
}

/** Returns whether an answer is the gateway's for an order without transactions. */
export function isUnknownOrder(reply: HttpReply): boolean {
  if (reply.status !== 400 && reply.status !== 404) return false;
  const answer = ErrorAnswer.safeParse(reply.json);
  return answer.success && answer.data.error.cause === 'INVALID_REQUEST';
}

/** Returns the explanation of the gateway and the acquirer for a transaction. */
export const wordsOf = ({ response, result }: TransactionAnswer): string =>
  explanationOf(
    [response?.gatewayCode ?? result, response?.acquirerMessage].filter((each) => each).join(' '),
  );

/** Formats an explanation for an operator, without digits that could be a card number. */
export const explanationOf = (text: string): string => cut(text.replace(/\d{8,}/g, '…'), LONGEST_EXPLANATION);
