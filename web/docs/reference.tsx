import type { OpenApiDocument, Operation } from '@daftar/contract/openapi';
import { type FieldRow, fieldsOf, type Schemas } from './schema.ts';
import { type Locale, wordIn } from './text.ts';

interface Call {
  method: string;
  path: string;
  operation: Operation;
  /** Exists only under the live base. */
  isFixed: boolean;
}

/** Lists the calls of a noun, in the contract's order. */
function callsOf(document: OpenApiDocument, noun: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(noun))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        isFixed: 'servers' in operation,
      })),
  );
}

function FieldTable({ rows, locale, title }: { rows: FieldRow[]; locale: Locale; title: string }) {
  const t = wordIn(locale);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls by keyboard. */}
      <div className="wide" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>{t('field.name')}</th>
              <th>{t('field.type')}</th>
              <th>{t('field.limits')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, type, required, limits }) => (
              <tr key={name}>
                <td>
                  <code dir="ltr">{name}</code>
                  {required && <span className="needed"> {t('field.required')}</span>}
                </td>
                <td>
                  <bdi dir="ltr">{type}</bdi>
                </td>
                <td>
                  <bdi dir="ltr">{limits}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function parameterRows(operation: Operation, place: 'path' | 'query', schemas: Schemas): FieldRow[] {
  const here = (operation.parameters ?? []).filter((each) => each.in === place);
  const required = here.filter((each) => each.required).map((each) => each.name);
  const properties = Object.fromEntries(here.map(({ name, schema }) => [name, schema]));
  return fieldsOf({ type: 'object', properties, required }, schemas);
}

const mediaOf = (part: unknown) =>
  Object.entries(
    (part as { content?: Record<string, { schema: Record<string, unknown>; example?: unknown }> })?.content ??
      {},
  )[0];

function exampleOf({ method, path, operation, isFixed }: Call, origin: string): string {
  const [type, media] = mediaOf(operation.requestBody) ?? [];
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${origin}${isFixed ? '/api' : '/api/sandbox'}${path}`,
    ...(operation.security.length > 1 ? ['-H "Authorization: Bearer $DAFTAR_SECRET_KEY"'] : []),
    ...(operation.security.length === 1 ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
  ];
  if (type === 'application/json') lines.push('-H "Content-Type: application/json"');
  if (type === 'multipart/form-data') lines.push('-F file=@file.csv');
  if (media?.example) lines.push(`-d '${JSON.stringify(media.example, null, 2)}'`);
  return lines.join(' \\\n  ');
}

interface CallCardProps {
  call: Call;
  schemas: Schemas;
  locale: Locale;
  origin: string;
}

function CallCard({ call, schemas, locale, origin }: CallCardProps) {
  const t = wordIn(locale);
  const { method, path, operation, isFixed } = call;
  const body = mediaOf(operation.requestBody)?.[1].schema;
  const success = Object.entries(operation.responses).find(([code]) => code.startsWith('2'));
  const reply = mediaOf(success?.[1])?.[1].schema;
  const errors = Object.keys(operation.responses).filter((code) => !code.startsWith('2'));
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
      {operation.security.length === 0 && <p className="quiet">{t('call.public')}</p>}
      {operation.security.length === 1 && <p className="quiet">{t('call.person')}</p>}
      <FieldTable rows={parameterRows(operation, 'path', schemas)} locale={locale} title={t('call.path')} />
      <FieldTable rows={parameterRows(operation, 'query', schemas)} locale={locale} title={t('call.query')} />
      <FieldTable rows={body ? fieldsOf(body, schemas) : []} locale={locale} title={t('call.body')} />
      <h3>{t('call.example')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls by keyboard. */}
      <pre dir="ltr" tabIndex={0}>
        <code>{exampleOf(call, origin)}</code>
      </pre>
      <details>
        <summary>
          {t('call.reply')} <code dir="ltr">{success?.[0]}</code>
        </summary>
        {reply && (reply.$ref || reply.properties) ? (
          <FieldTable rows={fieldsOf(reply, schemas)} locale={locale} title={t('call.fields')} />
        ) : (
          <p>{t('call.file')}</p>
        )}
        <p className="quiet">
          {t('call.errors')} <bdi dir="ltr">{errors.join(', ')}</bdi>
        </p>
      </details>
    </section>
  );
}

/** The calls of one noun, or the list of nouns. */
export function ApiReference({
  document,
  noun,
  locale,
  origin,
}: {
  document: OpenApiDocument;
  noun: string | null;
  locale: Locale;
  origin: string;
}) {
  const t = wordIn(locale);
  if (noun !== null) {
    return (
      <>
        <h1>{document.tags.find(({ name }) => name === noun)?.description}</h1>
        {callsOf(document, noun).map((call) => (
          <CallCard
            key={call.operation.operationId}
            call={call}
            schemas={document.components.schemas}
            locale={locale}
            origin={origin}
          />
        ))}
      </>
    );
  }
  return (
    <>
      <h1>{t('nav.reference')}</h1>
      <p>{document.info.description}</p>
      <p>
        {t('reference.bases')}{' '}
        {document.servers.map(({ url, description }) => (
          <span key={url} className="base">
            <code dir="ltr">{url}</code> {description}
          </span>
        ))}
      </p>
      <p>
        <a href="/openapi.json" dir="ltr">
          openapi.json
        </a>{' '}
        <span className="quiet">{t('reference.openapi')}</span>
      </p>
      {document.tags.map(({ name, description }) => (
        <section key={name}>
          <h2>
            <a href={`/docs/reference/${name}?lang=${locale}`}>{description}</a>
          </h2>
          <ul className="calls">
            {callsOf(document, name).map(({ method, operation }) => (
              <li key={operation.operationId}>
                <span className={`method ${method.toLowerCase()}`} dir="ltr">
                  {method}
                </span>{' '}
                <a href={`/docs/reference/${name}?lang=${locale}#${operation.operationId}`}>
                  {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
