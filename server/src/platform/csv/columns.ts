import type { Db } from '../db/connect.ts';
import { keysOf, type Locale, translate } from '../i18n/translate.ts';
import type { Sql } from '../lists/page.ts';
import { type Cell, csvCell, PATTERNS } from './csv.ts';

/** Words by value, as text. */
export type Words = ReadonlyMap<string, string>;

/** Any column of a file; `of` is a field of the row. */
export type Column<Field extends string> =
  | TextColumn<Field>
  | MomentColumn<Field>
  | NumberColumn<Field>
  | WordColumn<Field>
  | WordsColumn<Field>;

interface TextColumn<Field extends string> {
  kind: 'text';
  of: Field;
  whenNull: string;
}
interface MomentColumn<Field extends string> {
  kind: 'moment';
  of: Field;
}
interface NumberColumn<Field extends string> {
  kind: 'number' | 'amount';
  of: Field;
}
interface WordColumn<Field extends string> {
  kind: 'word';
  of: Field;
  words: Words;
  /** Replaces a value without a word, including null; without it, the value itself is shown. */
  otherwise: string | undefined;
}
interface WordsColumn<Field extends string> {
  kind: 'words';
  of: Field;
  words: Words;
}

/** The fields of a row that contain only a given type. */
type Holding<Row, Value> = keyof {
  [Field in keyof Row & string as Row[Field] extends Value ? Field : never]: true;
};

/**
 * The columns of a file in order, by the keys of their headings. A column whose kind cannot write the field's type does
 * not compile.
 */
export type Columns<Row> = Record<
  string,
  | TextColumn<Holding<Row, string | null>>
  | MomentColumn<Holding<Row, string | null>>
  | NumberColumn<Holding<Row, number | null>>
  | WordColumn<Holding<Row, string | number | boolean | null>>
  | WordsColumn<Holding<Row, readonly unknown[]>>
>;

/** Text, unchanged. */
export const text = <F extends string>(of: F, whenNull = ''): TextColumn<F> => ({
  kind: 'text',
  of,
  whenNull,
});
/** A day or time of the wall clock, `2026-06-15 14:05`, which workbooks store as a date. */
export const moment = <F extends string>(of: F): MomentColumn<F> => ({ kind: 'moment', of });
/** An integer. */
export const number = <F extends string>(of: F): NumberColumn<F> => ({ kind: 'number', of });
/** An amount in hundredths. */
export const amount = <F extends string>(of: F): NumberColumn<F> => ({ kind: 'amount', of });
/** A value of a known set, as its word. */
export const word = <F extends string>(of: F, words: Words, otherwise = ''): WordColumn<F> => ({
  kind: 'word',
  of,
  words,
  otherwise,
});
/** Several values of a known set, as their words separated by a dot; values without a word are left out. */
export const several = <F extends string>(of: F, words: Words): WordsColumn<F> => ({
  kind: 'words',
  of,
  words,
});
/** A value of a known set as its word, any other unchanged. */
export const wordOrItself = <F extends string>(of: F, words: Words): WordColumn<F> => ({
  kind: 'word',
  of,
  words,
  otherwise: undefined,
});

/** Every word of the catalogue with a prefix (`transactionStatus.`), by the rest of its key. */
export const wordsOf = (locale: Locale, beginning: string): Words =>
  new Map(keysOf(beginning).map((key) => [key.slice(beginning.length), translate(locale, key)]));

const BETWEEN = ' · ';

/** Returns a row's cell, for files that JavaScript writes; {@link csvLine} does the same in SQL. */
export function cellOf(column: Column<string>, row: object): Cell {
  const value = (row as Record<string, unknown>)[column.of];
  switch (column.kind) {
    case 'text':
      return (value as string | null) ?? column.whenNull;
    case 'moment':
      return value === null ? '' : { moment: value as string };
    case 'number':
      return value as number | null;
    case 'amount':
      return value === null ? null : { hundredths: value as number };
    case 'word':
      return value === null
        ? (column.otherwise ?? '')
        : (column.words.get(String(value)) ?? column.otherwise ?? String(value));
    case 'words':
      return (value as unknown[]).flatMap((each) => column.words.get(String(each)) ?? []).join(BETWEEN);
  }
}

/** SQL for the CSV line of a row `r`, equal to csvRow of its cells, with the end of line. */
export function csvLine(db: Db, columns: readonly Column<string>[]): Sql {
  const cells = columns.map((column) => csvCellOf(db, column));
  return db`${cells.reduce((line, cell) => db`${line} || ',' || ${cell}`)} || ${'\r\n'}::text`;
}

function csvCellOf(db: Db, column: Column<string>): Sql {
  const value = db`r.${db(column.of)}`;
  // Text in JavaScript may be a uuid or a citext in PostgreSQL; for text the cast is a no-op.
  const said = db`${value}::text`;
  switch (column.kind) {
    case 'text':
      return db`coalesce(${csvText(db, said)}, ${csvCell(column.whenNull)}::text)`;
    case 'moment':
    case 'number':
      return db`coalesce(${said}, '')`;
    case 'amount':
      // The product of an integer and a number with two decimals has exactly two decimals.
      return db`coalesce((${value} * 0.01)::text, '')`;
    case 'word': {
      const otherwise =
        column.otherwise === undefined
          ? db`coalesce(${csvText(db, said)}, '')`
          : db`${csvCell(column.otherwise)}::text`;
      return wordFor(db, said, column.words, csvCell, otherwise);
    }
    case 'words': {
      const each = wordFor(db, db`each.value::text`, column.words, String, db`null`);
      const joined = db`
        select string_agg(${each}, ${BETWEEN} order by each.place) as words
        from unnest(${value}) with ordinality as each (value, place)`;
      // Most rows have none.
      return db`case when cardinality(${value}) = 0 then '' else
        (select coalesce(${csvText(db, db`all_of.words`)}, '') from (${joined} offset 0) all_of) end`;
    }
  }
}

function wordFor(db: Db, value: Sql, words: Words, written: (word: string) => string, otherwise: Sql): Sql {
  if (words.size === 0) return otherwise;
  const cases = [...words].map(([key, said]) => db`when ${key}::text then ${written(said)}::text`);
  return db`case ${value} ${cases.reduce((sofar, each) => db`${sofar} ${each}`)} else ${otherwise} end`;
}

const RISKY = `${PATTERNS.formula}|${PATTERNS.formulaWithin}|${PATTERNS.quoted}`;

/** SQL that escapes text like csvCell; a single check passes most text, which needs no escaping. */
function csvText(db: Db, value: Sql): Sql {
  const pattern = (source: string) => db.unsafe(`'${source.replaceAll("'", "''")}'`);
  const isFormula = db`${value} ~ ${pattern(PATTERNS.formula)} and ${value} !~ ${pattern(PATTERNS.number)}`;
  const whole = db`case when ${isFormula} then '''' || ${value} else ${value} end`;
  const within = pattern(PATTERNS.formulaWithin);
  const harmless = db`regexp_replace(${whole}, ${within}, ${"\\1'\\2"}, 'g')`;
  const isQuoted = db`(${harmless}) ~ ${pattern(PATTERNS.quoted)}`;
  const quoted = db`'"' || replace(${harmless}, '"', '""') || '"'`;
  return db`case when ${value} ~ ${pattern(RISKY)} then
    case when ${isQuoted} then ${quoted} else ${harmless} end else ${value} end`;
}
