import type { OpenApiDocument } from '@daftar/contract/openapi';
import { type Call, CallCard, CodeChoice } from './call-card.tsx';
import { type Locale, wordIn } from './text.ts';

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
        <CodeChoice locale={locale} />
        {callsOf(document, noun).map((call) => (
          <CallCard
            key={call.operation.operationId}
            call={call}
            components={document.components}
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
