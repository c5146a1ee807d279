import type { PageOf } from './parts.tsx';

/** Nothing to show, and why. */
export function MessagePage({ words, view, page }: PageOf<'message'>) {
  return (
    <div className="page narrow">
      <h1>{words.t(`message.${page.reason}.title`)}</h1>
      <p>{words.t(`message.${page.reason}.text`)}</p>
      {view.merchant && page.reason !== 'closed' ? <a href={view.base}>{words.t('list.all')}</a> : null}
    </div>
  );
}
