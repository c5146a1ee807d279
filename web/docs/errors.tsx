import type { DocumentedError } from '@daftar/contract/docs';
import { type Locale, wordIn } from './text.ts';

/** The statuses of errors, each with its heading's id. */
export function statusesOf(errors: readonly DocumentedError[]): { status: number; id: string }[] {
  return [...new Set(errors.map(({ status }) => status))].map((status) => ({
    status,
    id: `status-${status}`,
  }));
}

/** A reply with the error, as a program gets it. */
function exampleOf({ code, status, sentences }: DocumentedError, locale: Locale, origin: string): string {
  const [sentence = ''] = sentences;
  const isOfField = status === 422;
  const field = wordIn(locale)('error.field');
  const reply = {
    statusCode: status,
    message: isOfField ? wordIn(locale)('error.checkFields') : sentence,
    code,
    ...(isOfField ? { param: field } : {}),
    doc_url: `${origin}/docs/errors/${code}`,
    requestId: '0f8c2c1e-6c4b-4f53-9d3f-5a1d1f0e7b21',
    ...(isOfField ? { errors: { [field]: [sentence] }, error_codes: { [field]: [code] } } : {}),
  };
  return JSON.stringify(reply, null, 2);
}

/** One error, or the list of all. */
export function ErrorPages({
  errors,
  code,
  locale,
  origin,
}: {
  errors: readonly DocumentedError[];
  code: string | null;
  locale: Locale;
  origin: string;
}) {
  const t = wordIn(locale);
  const error = errors.find((each) => each.code === code);
  if (error) {
    return (
      <>
        <h1>
          <code dir="ltr">{error.code}</code>
        </h1>
        <p>
          <span className="method" dir="ltr">
            {error.status}
          </span>{' '}
          {t(`error.status.${error.status}`)}
        </p>
        <h2>{t('error.says')}</h2>
        {error.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <h2>{t('error.means')}</h2>
        <p>{error.explanation}</p>
        <h2>{t('call.example')}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page scrolls by keyboard. */}
        <pre dir="ltr" tabIndex={0}>
          <code>{exampleOf(error, locale, origin)}</code>
        </pre>
        <p>
          <a href={`/docs/errors?lang=${locale}`}>{t('error.all')}</a>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>{t('nav.errors')}</h1>
      <p>{t('error.intro')}</p>
      {statusesOf(errors).map(({ status, id }) => (
        <section key={status}>
          <h2 id={id}>
            <bdi dir="ltr">{status}</bdi> {t(`error.status.${status}`)}
          </h2>
          <ul className="codes">
            {errors
              .filter((each) => each.status === status)
              .map(({ code: each, sentences }) => (
                <li key={each}>
                  <a href={`/docs/errors/${each}?lang=${locale}`} dir="ltr">
                    <code>{each}</code>
                  </a>{' '}
                  <span className="quiet">{sentences[0]}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
