import type { PageOf } from './parts.tsx';

/** A page that says why there is nothing to show. */
export function MessagePage({ words, view, page }: PageOf<'message'>) {
  return (
    <div className="page narrow">
      <h1>{words.t(`message.${page.reason}.title`)}</h1>
      <p>{words.t(`message.${page.reason}.text`)}</p>
      {view.merchant && page.reason !== 'closed' ? <a href={view.base}>{words.t('list.all')}</a> : null}
    </div>
  );
}
