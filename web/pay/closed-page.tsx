import type { ClosedReason, PayPage, PayView } from '@daftar/contract/checkout';
import type { IconName } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';
import { DocumentLinks } from './document-links.tsx';
import { Strip, Verdict } from './parts.tsx';

const LOOKS: Record<ClosedReason, { tone: 'good' | 'bad' | 'calm'; icon: IconName; again: boolean }> = {
  expired: { tone: 'calm', icon: 'clock', again: false },
  inactive: { tone: 'calm', icon: 'lock', again: false },
  exhausted: { tone: 'calm', icon: 'check', again: false },
  busy: { tone: 'calm', icon: 'clock', again: true },
  paid: { tone: 'good', icon: 'check', again: false },
  'not-found': { tone: 'calm', icon: 'search', again: false },
  limit: { tone: 'calm', icon: 'alert', again: false },
  unavailable: { tone: 'calm', icon: 'alert', again: true },
  error: { tone: 'bad', icon: 'alert', again: true },
};

/** Why nothing can be paid here now, and what to do. */
export function ClosedPageBody(props: {
  words: Words;
  view: PayView;
  page: Extract<PayPage, { kind: 'closed' }>;
}) {
  const { words, view, page } = props;
  const { tone, icon, again } = LOOKS[page.reason];
  const merchant = view.merchant?.name ?? words.t('theMerchant');
  const date = page.payable?.dueDate ? words.moment(page.payable.dueDate) : '–';
  return (
    <main className="page one">
      <div className="card">
        <Verdict tone={tone} icon={icon} title={words.t(`closed.${page.reason}.title`)}>
          <p>{words.t(`closed.${page.reason}.text`, { merchant, date })}</p>
        </Verdict>
        {page.payable ? (
          <Strip
            words={words}
            payable={page.payable}
            value={page.payable.total}
            currency={page.payable.currency}
          />
        ) : null}
        {page.payable?.kind === 'invoice' && view.token ? (
          <DocumentLinks words={words} token={view.token} />
        ) : null}
        {again && view.token ? (
          <div className="actions">
            <a className="second" href={`/pay/${view.token}`}>
              {words.t('closed.check')}
            </a>
          </div>
        ) : null}
      </div>
    </main>
  );
}
