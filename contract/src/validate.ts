import type * as z from 'zod/mini';
import type { ErrorKey } from './error-codes.ts';
import type { MessageParams } from './message-params.ts';
import type { Schema } from './schema.ts';

/** A message key with its parameters; both sides render it as a sentence. */
export interface MessageRef {
  key: string;
  params?: MessageParams;
}

/** The message of an error, whose code is derived from its key. */
export interface ErrorRef extends MessageRef {
  key: ErrorKey;
}

export type FieldMessages = Record<string, ErrorRef[]>;

export type Validated<T> = { ok: true; value: T } | { ok: false; errors: FieldMessages };

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

const isNumber = (origin: string) => origin === 'number' || origin === 'int' || origin === 'bigint';

function messageOf(issue: Issue): ErrorRef {
  const isMissing = issue.input === undefined || issue.input === null || issue.input === '';
  // A value outside a set: `Invalid`.
  if (issue.code === 'invalid_value' && issue.message === 'Invalid' && isMissing) return { key: 'Required' };
  // A schema's own `error` is a message key; zod/mini's default sentences contain a space or are "Invalid input".
  if (issue.message && /^[A-Z][A-Za-z]+$/.test(issue.message)) {
    // A test compares the keys of every schema with the codes.
    const key = issue.message as ErrorKey;
    // Parameters of the message, from the constants that the schema compares with.
    return issue.code === 'custom' && issue.params ? { key, params: issue.params as MessageParams } : { key };
  }
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
    case 'invalid_value':
      return { key: isMissing ? 'Required' : 'Invalid' };
    case 'too_big':
      return issue.origin === 'string'
        ? { key: 'TooLong', params: { maximum: Number(issue.maximum) } }
        : {
            key: isNumber(issue.origin) ? 'NumberTooLarge' : 'TooMany',
            params: { maximum: Number(issue.maximum) },
          };
    case 'too_small':
      return isNumber(issue.origin)
        ? { key: 'NumberTooSmall', params: { minimum: Number(issue.minimum) } }
        : { key: 'Required' };
    default:
      return { key: 'Invalid' };
  }
}

/** Returns whether any value in the input has a `length` that is an object, which valid input never has. */
function hasOddLength(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { length } = value as { length?: unknown };
  return (typeof length === 'object' && length !== null) || Object.values(value).some(hasOddLength);
}

/** Returns zod's result, or null for input that makes zod throw, because it reads `length` of any value. */
function parsed<S extends Schema>(schema: S, input: unknown) {
  try {
    return schema.safeParse(input, { reportInput: true });
  } catch (error) {
    if (hasOddLength(input)) return null;
    throw error;
  }
}

/**
 * Parses input by a schema of the contract.
 * @returns the parsed value, or the error keys by field (dotted path, '' for the whole)
 */
export function validate<S extends Schema>(schema: S, input: unknown): Validated<z.output<S>> {
  const result = parsed(schema, input);
  if (result === null) return { ok: false, errors: { '': [{ key: 'Invalid' }] } };
  if (result.success) return { ok: true, value: result.data as z.output<S> };
  const errors: FieldMessages = {};
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path.map(String).join('.');
    const message = messageOf(issue);
    const known = errors[field] ?? [];
    errors[field] = known;
    if (!known.some((each) => each.key === message.key)) known.push(message);
  }
  return { ok: false, errors };
}
