import type { FieldRow, Value } from './schema.ts';
import { type Locale, wordIn } from './text.ts';

/** A sentence with its names of fields as code. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split('`');
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places.
      <code key={at} dir="ltr">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Few words are shown, many are folded. */
const MAX_SHOWN = 6;

function Values({ values, locale }: { values: Value[]; locale: Locale }) {
  const t = wordIn(locale);
  if (values.length === 0) return null;
  const list = (
    <ul className="values">
      {values.map(({ value, name, meaning }) => (
        <li key={value}>
          <code dir="ltr">{name === null ? value : `${value} ${name}`}</code> <Sentence text={meaning} />
        </li>
      ))}
    </ul>
  );
  if (values.length <= MAX_SHOWN) return list;
  return (
    <details>
      <summary>
        {t('field.values')} <bdi>{values.length}</bdi>
      </summary>
      {list}
    </details>
  );
}

/** The fields of a body, a reply or an address, with what each means. */
export function FieldTable({ rows, locale, title }: { rows: FieldRow[]; locale: Locale; title: string }) {
  const t = wordIn(locale);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className="fields">
        {rows.map(({ name, type, required, limits, description, values }) => (
          <div key={name}>
            <dt>
              <code dir="ltr">{name}</code>
              <bdi className="quiet" dir="ltr">
                {type}
              </bdi>
              {required && <span className="needed">{t('field.required')}</span>}
              {limits !== '' && (
                <bdi className="quiet" dir="ltr">
                  {limits}
                </bdi>
              )}
            </dt>
            <dd>
              <Sentence text={description} />
              <Values values={values} locale={locale} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
