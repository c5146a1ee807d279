import type { CustomTypeOptions } from 'i18next';

type Form = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Catalogues = CustomTypeOptions['resources'];
/** The keys of one catalogue; of a text with plurals without the form, which i18next chooses. */
export type KeyOf<Name extends keyof Catalogues> = Exclude<
  keyof Catalogues[Name] & string,
  `${string}_${Form}`
>;

/** A key with the name of its catalogue: `invoices:list.title`. */
export type NamedTextKey = { [Name in keyof Catalogues]: `${Name}:${KeyOf<Name>}` }[keyof Catalogues];

type PlainTextKey = { [Name in keyof Catalogues]: KeyOf<Name> }[keyof Catalogues];

/** The keys that begin with a prefix. Only the catalogue that it names is looked through: all together are thousands. */
type NamedBeginning<Prefix extends string> = Prefix extends `${infer Name}:${infer Rest}`
  ? Name extends keyof Catalogues
    ? `${Name}:${Extract<KeyOf<Name>, `${Rest}${string}`>}`
    : never
  : never;

type Beginning<Prefix extends string> = Prefix extends `${string}:${string}`
  ? NamedBeginning<Prefix>
  : Extract<PlainTextKey, `${Prefix}${string}`>;

/**
 * Name the text of a value that comes from data, such as a status: `t(textKey('linkStatus.', status))`. The compiler knows
 * that there are texts of that prefix, not that there is one for each value.
 */
export function textKey<Prefix extends string>(prefix: Prefix, value: string | number): Beginning<Prefix> {
  return `${prefix}${value}` as Beginning<Prefix>;
}

/** The translation function of a component, whatever catalogues it names. */
export type AnyTranslate = (key: never, params?: never) => string;

/** Take keys of every catalogue, each named in the key: i18next finds them whatever catalogues a component asked for. */
export function anyCatalogue(t: AnyTranslate) {
  return t as (key: NamedTextKey, params?: Readonly<Record<string, unknown>>) => string;
}

/** The same for a text of any catalogue, named in the prefix: `textOf(t, 'messages:businessType.', type)`. */
export function textOf<Prefix extends string>(
  t: AnyTranslate,
  prefix: NamedBeginning<Prefix> extends never ? never : Prefix,
  value: string | number,
  params?: Readonly<Record<string, unknown>>,
): string {
  return anyCatalogue(t)(`${prefix}${value}` as NamedTextKey, params);
}
