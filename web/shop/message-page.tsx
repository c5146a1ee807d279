import type { PageOf } from './parts.tsx';

/** A page that says why there is nothing to show. */
export function MessagePage({ words, view, page }: PageOf<'message'>) {
  // Without a merchant there is no store whose product it could be.
  const reason = page.reason === 'not-found' && !view.merchant ? 'no-store' : page.reason;
  return (
    <div className="page narrow">
      <h1>{words.t(`message.${reason}.title`)}</h1>
      <p>{words.t(`message.${reason}.text`)}</p>
      {view.merchant && page.reason !== 'closed' ? <a href={view.base}>{words.t('list.all')}</a> : null}
    </div>
  );
}
