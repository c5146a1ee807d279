import { Icon } from '../pages/icons.tsx';
import type { Words } from '../pages/text.ts';

/** Links to the invoice as a document. */
export function DocumentLinks({ words, token }: { words: Words; token: string }) {
  return (
    <p className="documents">
      <a href={`/pay/${token}/invoice`}>
        <Icon name="print" size={18} /> {words.t('document.print')}
      </a>
      <a href={`/pay/${token}/invoice.pdf`}>{words.t('document.pdf')}</a>
    </p>
  );
}
