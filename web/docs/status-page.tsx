import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import enMessages from '@daftar/contract/messages/en.json' with { type: 'json' };
import {
  type PublicIncident,
  STATUS_DAYS,
  STATUS_STATES,
  type StatusDay,
  type StatusFacts,
  type StatusView,
  sumOfStatus,
} from '@daftar/contract/status';
import ar from '../locales/ar/status.json' with { type: 'json' };
import en from '../locales/en/status.json' with { type: 'json' };
import { type Words, wordsOf } from '../pages/text.ts';
import { Mark } from './document.tsx';

const MESSAGES: Record<StatusView['locale'], Record<string, string>> = { ar: arMessages, en: enMessages };
const WORDS = { ar: wordsOf('ar', ar, arMessages), en: wordsOf('en', en, enMessages) };

interface Texts {
  words: Words;
  /** A name that server, page and console share. */
  name: (key: string) => string;
}

const textsOf = (locale: StatusView['locale']): Texts => ({
  words: WORDS[locale],
  name: (key) => MESSAGES[locale][key] ?? key,
});

/** A share as percent with two digits, never rounded up: what was not whole is not shown as whole. */
const percentOf = ({ words }: Texts, share: number) =>
  `${words.number(Math.floor(share * 10_000) / 100, 2)}${words.locale === 'ar' ? '٪' : '%'}`;

const dayName = ({ words }: Texts, day: string) =>
  new Intl.DateTimeFormat(words.locale === 'ar' ? 'ar-EG' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));

function dayText(texts: Texts, { day, state, minutes }: StatusDay): string {
  const { words, name } = texts;
  const of = dayName(texts, day);
  if (state === null) return words.t('day.none', { day: of });
  const faults = minutes.degraded + minutes.partial + minutes.outage;
  if (faults === 0) return words.t('day.operational', { day: of });
  const rest = words.number(faults % 60).padStart(2, words.number(0));
  const duration = `${words.number(Math.floor(faults / 60))}:${rest}`;
  return words.t('day.fault', { day: of, state: name(`statusState.${state}`), duration });
}

type Component = StatusFacts['components'][number];

function uptimeText(texts: Texts, { uptime }: Component): string {
  if (uptime === null) return texts.words.t('uptimeNone');
  return texts.words.t('uptime', { percent: percentOf(texts, uptime) });
}

/** The days as bars, the newest at the end of the line in either direction of writing. */
function Bars({ component, texts }: { component: Component; texts: Texts }) {
  const { words, name } = texts;
  const { days, state, id } = component;
  const label = words.t('bars', {
    name: name(`statusComponent.${id}`),
    state: name(`statusState.${state}`),
    uptime: uptimeText(texts, component),
    faults: days.filter((day) => day.state !== null && day.state !== 'operational').length,
  });
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${STATUS_DAYS * 4} 28`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((day, at) => (
        <rect key={day.day} className={`is-${day.state ?? 'none'}`} x={at * 4} width="3" height="28" rx="1">
          <title>{dayText(texts, day)}</title>
        </rect>
      ))}
    </svg>
  );
}

function Service({ component, texts }: { component: Component; texts: Texts }) {
  const { id, state } = component;
  return (
    <li className="service">
      <div className="service-head">
        <span className="service-name">{texts.name(`statusComponent.${id}`)}</span>
        <span className={`state is-${state}`}>{texts.name(`statusState.${state}`)}</span>
      </div>
      <Bars component={component} texts={texts} />
      <p className="quiet">{uptimeText(texts, component)}</p>
    </li>
  );
}

function windowText({ words }: Texts, { kind, startsAt, endsAt, endedAt }: PublicIncident): string {
  const from = words.moment(startsAt);
  if (kind === 'maintenance' && endsAt && !endedAt)
    return words.t('window', { from, to: words.moment(endsAt) });
  return endedAt ? words.t('ended', { from, to: words.moment(endedAt) }) : words.t('began', { from });
}

function Told({ incident, texts }: { incident: PublicIncident; texts: Texts }) {
  const { words, name } = texts;
  const { id, title, status, impact, components, updates } = incident;
  return (
    <article className="told" id={`incident-${id}`}>
      <h3>{title[words.locale]}</h3>
      <p className="service-head">
        <span className={`state is-${impact ?? 'maintenance'}`}>
          {name(`statusState.${impact ?? 'maintenance'}`)}
        </span>
        <strong>{name(`incidentStatus.${status}`)}</strong>
      </p>
      <p className="quiet">{windowText(texts, incident)}</p>
      <p className="quiet">
        {words.t('affects')}{' '}
        {components.map((each) => name(`statusComponent.${each}`)).join(words.locale === 'ar' ? '، ' : ', ')}
      </p>
      <ol className="updates">
        {updates.map((update) => (
          <li key={`${update.at} ${update.status}`}>
            <p>
              <strong>{name(`incidentStatus.${update.status}`)}</strong>{' '}
              <span className="quiet">{words.moment(update.at)}</span>
            </p>
            <p className="words">{update.text[words.locale]}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}

function Section({
  title,
  incidents,
  texts,
}: {
  title: string;
  incidents: readonly PublicIncident[];
  texts: Texts;
}) {
  if (incidents.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {incidents.map((incident) => (
        <Told key={incident.id} incident={incident} texts={texts} />
      ))}
    </section>
  );
}

/** How our services are, now and day by day, for everybody; readable without a script. */
export function StatusDocument({ view, styles }: { view: StatusView; styles: readonly string[] }) {
  const { locale, origin, incidents, isStale, measuredAt } = view;
  const texts = textsOf(locale);
  const { words, name } = texts;
  const other = locale === 'ar' ? 'en' : 'ar';
  const state = isStale ? 'outage' : view.state;
  const isPlanned = ({ status }: PublicIncident) => status === 'scheduled';
  const isPast = ({ endedAt }: PublicIncident) => endedAt !== null;
  const past = incidents.filter(isPast);
  return (
    <html lang={locale} dir={words.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{name('statusTitle')}</title>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="canonical" href={`${origin}/status?lang=${locale}`} />
        <link rel="alternate" hrefLang="ar" href={`${origin}/status?lang=ar`} />
        <link rel="alternate" hrefLang="en" href={`${origin}/status?lang=en`} />
        <link
          rel="alternate"
          type="application/atom+xml"
          href={`/status.atom?lang=${locale}`}
          title={name('statusTitle')}
        />
        {styles.map((style) => (
          <style key={style.length}>{style}</style>
        ))}
      </head>
      <body>
        <a className="skip" href="#services">
          {words.t('skip')}
        </a>
        <header className="head">
          <Mark href={`/status?lang=${locale}`} name={words.t('brand')} />
          <nav aria-label={words.t('brand')}>
            <a href={`/docs?lang=${locale}`}>{words.t('docs')}</a>
            <a href={`/status?lang=${other}`} lang={other} hrefLang={other}>
              {words.t('otherLanguage')}
            </a>
          </nav>
        </header>
        <div className="narrow">
          <main id="main">
            <h1>{name('statusTitle')}</h1>
            <p className={`overall is-${state}`}>
              <strong>{name(sumOfStatus(view))}</strong>
              {measuredAt && <span>{words.t('measured', { moment: words.moment(measuredAt) })}</span>}
            </p>
            <Section
              title={words.t('now')}
              incidents={incidents.filter((each) => !isPast(each) && !isPlanned(each))}
              texts={texts}
            />
            <Section title={words.t('planned')} incidents={incidents.filter(isPlanned)} texts={texts} />
            <h2 id="services">{words.t('services')}</h2>
            <p className="quiet">{words.t('servicesText')}</p>
            <ul className="legend">
              {STATUS_STATES.filter((each) => each !== 'maintenance' && each !== 'unknown').map((each) => (
                <li key={each} className={`state is-${each}`}>
                  {name(`statusState.${each}`)}
                </li>
              ))}
              <li className="state is-none">{words.t('legend.none')}</li>
            </ul>
            <ul className="services">
              {view.components.map((component) => (
                <Service key={component.id} component={component} texts={texts} />
              ))}
            </ul>
            {past.length > 0 ? (
              <Section title={words.t('past')} incidents={past} texts={texts} />
            ) : (
              <>
                <h2>{words.t('past')}</h2>
                <p className="quiet">{words.t('pastNone', { days: STATUS_DAYS })}</p>
              </>
            )}
            <h2>{words.t('follow')}</h2>
            <p>{words.t('followText')}</p>
            <ul>
              <li>
                <a href={`/status.atom?lang=${locale}`}>{words.t('feed')}</a>
              </li>
              <li>
                <a href={`/status.json?lang=${locale}`}>{words.t('json')}</a>
              </li>
            </ul>
          </main>
        </div>
        <footer className="foot">{words.t('footer')}</footer>
      </body>
    </html>
  );
}
