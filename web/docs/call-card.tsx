import { DOC_PAGES } from '@daftar/contract/docs';
import type { OpenApiDocument, Operation } from '@daftar/contract/openapi';
import { ERROR_CODES } from '@daftar/contract/openapi-errors';
import { CODE_CLASS, codeOf, LANGUAGES } from './code.ts';
import { FieldTable, Sentence } from './field-table.tsx';
import { type FieldRow, fieldsOf, type Schemas } from './schema.ts';
import { type Locale, wordIn } from './text.ts';

export interface Call {
  method: string;
  path: string;
  operation: Operation;
  /** Exists only under the live base. */
  isFixed: boolean;
}

/** Chooses the language of all examples of the page. Without a script: the choice is the radio button's. */
export function CodeChoice({ locale }: { locale: Locale }) {
  const t = wordIn(locale);
  return (
    <fieldset className="languages">
      <legend>{t('call.language')}</legend>
      {LANGUAGES.map((language) => (
        <label key={language}>
          <input
            type="radio"
            name="language"
            id={`choose-${CODE_CLASS[language]}`}
            defaultChecked={language === 'curl'}
          />
          <bdi>{language}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** The rows of what a call takes in its address. */
export function parameterRows(operation: Operation, place: 'path' | 'query', schemas: Schemas): FieldRow[] {
  const here = (operation.parameters ?? []).filter((each) => each.in === place);
  const required = here.filter((each) => each.required).map((each) => each.name);
  const properties = Object.fromEntries(
    here.map(({ name, schema, description }) => [name, { ...schema, description }]),
  );
  return fieldsOf({ type: 'object', properties, required }, schemas);
}

const mediaOf = (part: unknown) =>
  Object.entries(
    (part as { content?: Record<string, { schema: Record<string, unknown>; example?: unknown }> })?.content ??
      {},
  )[0];

/** Values of parameters in examples. */
const PARAMETER_VALUES: Readonly<Record<string, string>> = {
  order_number: 'ORD-9B5X2MQ4',
  filePath: 'Q2h1cm4.png',
  code: 'USD',
  date_from: '2027-06-01',
  date_to: '2027-06-30',
};
const exampleValue = (name: string) => PARAMETER_VALUES[name] ?? '17';

/** The key that the example calls with; null for calls that need none. */
function secretOf(security: Operation['security']): string | null {
  if (security.length === 0) return null;
  if (security.some((each) => 'publicKey' in each)) return 'DAFTAR_PUBLIC_KEY';
  return security.some((each) => 'secretKey' in each) ? 'DAFTAR_SECRET_KEY' : 'ACCESS_TOKEN';
}

/** A number of one's own for each thing that is done: a reader who tries two calls needs two. */
const numberOf = (operationId: string) =>
  `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-1042`;

function Examples({ call, origin }: { call: Call; origin: string }) {
  const { method, path, operation, isFixed } = call;
  const [type, media] = mediaOf(operation.requestBody) ?? [];
  const success = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))?.[1];
  const needed = (operation.parameters ?? []).filter((each) => each.in === 'query' && each.required);
  const query = needed.map(({ name }) => `${name}=${exampleValue(name)}`).join('&');
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleValue(name));
  const code = {
    method,
    url: `${origin}${isFixed ? '/api' : '/api/sandbox'}${address}${query === '' ? '' : `?${query}`}`,
    secret: secretOf(operation.security),
    ...(media?.example === undefined ? {} : { body: media.example }),
    hasFile: type === 'multipart/form-data',
    idempotencyKey: JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey')
      ? numberOf(operation.operationId)
      : null,
    givesFile: mediaOf(success)?.[0] === '*/*',
  };
  return (
    <div className="code">
      {LANGUAGES.map((language) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls by keyboard.
        <pre key={language} className={CODE_CLASS[language]} dir="ltr" tabIndex={0}>
          <code>{codeOf(language, code)}</code>
        </pre>
      ))}
    </div>
  );
}

function Reply({ call, components, locale }: Omit<CallCardProps, 'origin'>) {
  const t = wordIn(locale);
  const { schemas } = components;
  const { responses } = call.operation;
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const media = mediaOf(success)?.[1];
  // What a reply always has needs no word.
  const fields = media ? fieldsOf(media.schema, schemas).map((field) => ({ ...field, required: false })) : [];
  return (
    <details>
      <summary>
        {t('call.reply')} <code dir="ltr">{status}</code>
      </summary>
      {media?.example !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls by keyboard.
        <pre dir="ltr" tabIndex={0}>
          <code>{JSON.stringify(media.example, null, 2)}</code>
        </pre>
      )}
      {fields.length > 0 ? (
        <FieldTable rows={fields} locale={locale} title={t('call.fields')} />
      ) : (
        <p>{t('call.file')}</p>
      )}
    </details>
  );
}

/** The codes of each error response of a call, by status. */
function errorCodesIn(
  { responses }: Operation,
  shared: Components['responses'],
): { status: string; codes: string[] }[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => {
      const name = String(response.$ref ?? '').replace('#/components/responses/', '');
      return { status, codes: (shared[name] ?? response)[ERROR_CODES] as string[] };
    });
}

function Errors({ call, components, locale }: Omit<CallCardProps, 'origin'>) {
  const t = wordIn(locale);
  return (
    <details>
      <summary>{t('call.errors')}</summary>
      <dl className="fields">
        {errorCodesIn(call.operation, components.responses).map(({ status, codes }) => (
          <div key={status}>
            <dt>
              <code dir="ltr">{status}</code>
              <span className="quiet">{t(`error.status.${status}`)}</span>
            </dt>
            <dd className="error-codes">
              {codes.map((code) => (
                <a key={code} href={`${DOC_PAGES.errors}/${code}?lang=${locale}`} dir="ltr">
                  <code>{code}</code>
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        <a href={`${DOC_PAGES.versions}?lang=${locale}#additions`}>{t('call.errorsMore')}</a>
      </p>
    </details>
  );
}

type Components = OpenApiDocument['components'];

interface CallCardProps {
  call: Call;
  components: Components;
  locale: Locale;
  origin: string;
}

/** A call: what it does, who may make it, what it takes and returns, as code and in words. */
export function CallCard({ call, components, locale, origin }: CallCardProps) {
  const t = wordIn(locale);
  const { schemas } = components;
  const { method, path, operation, isFixed } = call;
  const body = mediaOf(operation.requestBody)?.[1].schema;
  const paragraphs = operation.description.split('\n\n');
  const does = paragraphs.length > 1 ? paragraphs[0] : undefined;
  const who = (paragraphs.at(-1) ?? '').split('\n');
  return (
    <section className="call" id={operation.operationId} aria-labelledby={`${operation.operationId}-name`}>
      <h2 id={`${operation.operationId}-name`}>{operation.summary}</h2>
      <p className="address" dir="ltr">
        <span className={`method ${method.toLowerCase()}`}>{method}</span>{' '}
        <code>
          <span className="quiet">{isFixed ? '/api' : '{base}'}</span>
          {path}
        </code>
      </p>
      {does && (
        <p>
          <Sentence text={does} />
        </p>
      )}
      <ul className="who quiet">
        {who.map((line) => (
          <li key={line}>
            <Sentence text={line} />
          </li>
        ))}
      </ul>
      <FieldTable rows={parameterRows(operation, 'path', schemas)} locale={locale} title={t('call.path')} />
      <FieldTable rows={parameterRows(operation, 'query', schemas)} locale={locale} title={t('call.query')} />
      <FieldTable rows={body ? fieldsOf(body, schemas) : []} locale={locale} title={t('call.body')} />
      <h3>{t('call.example')}</h3>
      <Examples call={call} origin={origin} />
      <Reply call={call} components={components} locale={locale} />
      <Errors call={call} components={components} locale={locale} />
    </section>
  );
}
