/** Finds the errors that a schema of the contract can report, for the API description. */
import type { ErrorKey } from './error-codes.ts';
import type { Schema } from './schema.ts';
import { validate } from './validate.ts';

interface Check {
  _zod: { def: { check: string; error?: (issue: object) => unknown } };
}

/** The parts of zod's definitions that contain other schemas. */
interface Definition {
  type: string;
  checks?: readonly Check[];
  shape?: Readonly<Record<string, Schema>>;
  element?: Schema;
  innerType?: Schema;
  keyType?: Schema;
  valueType?: Schema;
  options?: readonly Schema[];
  in?: Schema;
  out?: Schema;
  transform?: (value: unknown, context: unknown) => unknown;
}

const definitionOf = (schema: Schema) => (schema as unknown as { _zod: { def: Definition } })._zod.def;

/**
 * Errors of zod's own checks, by the names that `validate` gives them. A list's length is also checked for text sent in
 * its place.
 */
const PLAIN: Readonly<Record<string, readonly ErrorKey[]>> = {
  max_length: ['TooLong', 'TooMany'],
  less_than: ['NumberTooLarge'],
  greater_than: ['NumberTooSmall'],
};

/** Sample values that are invalid in many ways, because a transform reports its errors only when it runs. */
const WRONG: readonly unknown[] = [
  ...['', ' ', 'x', 'x y', '-', '.', '-1', '0', '1.5', '1,5', '10,50', '1.2345678'],
  ...['1e3', '9999999999999', '9'.repeat(30), 'x'.repeat(300), '\u202e', '\n'],
  ...['http://x', 'ftp://x.example', '2026-02-30', '01000', 'x@', '#12', '\u0000'],
  ...[-1, 0, 0.5, 1e15, 1e300, true, null, undefined],
  ...[[], ['x'], ['x', 'x'], {}, { 'a b': 1 }, { a: 'x\ny' }],
];
/** The end and the start of a reversed range of days, and of one of numbers. */
const REVERSED = [
  ['2027-02-02', '2027-02-01'],
  ['2', '1'],
] as const;

const keysOf = (schema: Schema, value: unknown): ErrorKey[] => {
  const result = validate(schema, value);
  return result.ok ? [] : Object.values(result.errors).flatMap((refs) => refs.map(({ key }) => key));
};

/** Returns the fields of an object, including one that a transform reads; null for anything else. */
function shapeOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  const { shape, innerType, in: source } = definitionOf(schema);
  if (shape) return shape;
  const inner = innerType ?? source;
  return inner ? shapeOf(inner) : null;
}

/** Returns whether a pipe ends in a transform that can report an error, which is one that takes the context. */
function isReading({ type, out }: Definition): boolean {
  if (type !== 'pipe' || !out) return false;
  const next = definitionOf(out);
  return (next.transform?.length ?? 0) > 1 || isReading(next);
}

const found = new WeakMap<Schema, ReadonlySet<ErrorKey>>();

function checksOf({ type, checks = [] }: Definition): readonly ErrorKey[] {
  return checks.flatMap(({ _zod: { def } }) => {
    const said = def.error?.({ input: 'x' });
    if (typeof said === 'string') return [said as ErrorKey];
    return (PLAIN[def.check] ?? []).filter((key) => key !== 'TooMany' || type === 'array');
  });
}

/** Returns the errors of a form whose ranges end before they begin. */
const rangeErrorsOf = (schema: Schema, shape: Readonly<Record<string, Schema>>): ErrorKey[] =>
  Object.keys(shape)
    .filter((name) => name.endsWith('_from'))
    .flatMap((from) =>
      REVERSED.flatMap(([start, end]) =>
        keysOf(schema, { [from]: start, [from.replace(/from$/, 'to')]: end }),
      ),
    );

/**
 * Finds the errors that a schema reports: those of its checks, those of its transforms for invalid values, and that of
 * a reversed range. Other rules that a transform of a whole form reports are listed in `operation-errors.ts`.
 */
export function fieldErrorsOf(schema: Schema): ReadonlySet<ErrorKey> {
  const known = found.get(schema);
  if (known) return known;
  const definition = definitionOf(schema);
  const { element, innerType, keyType, valueType, options = [] } = definition;
  const shape = shapeOf(schema);
  const inner = [
    ...Object.values(definition.shape ?? {}),
    ...options,
    element,
    innerType,
    keyType,
    valueType,
  ];
  const keys = new Set<ErrorKey>([
    'Required',
    'Invalid',
    ...checksOf(definition),
    ...(shape ? rangeErrorsOf(schema, shape) : []),
    ...(!shape && isReading(definition) ? WRONG.flatMap((value) => keysOf(schema, value)) : []),
    ...[...inner, definition.in, definition.out].flatMap((each) => (each ? [...fieldErrorsOf(each)] : [])),
  ]);
  found.set(schema, keys);
  return keys;
}
