import { useTranslation } from 'react-i18next';

/** Subjects shown without an id: there is only one of them, or the id means nothing to a reader. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['merchant', 'session', 'webhook-secret', 'approvals']);

/** Renders the subject of an audit entry: `payment-link:17` as "Payment link 17", or by its reference. Texts: catalogue `audit`. */
export function Subject({ subject, reference = '' }: { subject: string; reference?: string }) {
  const { t } = useTranslation('audit');
  const [noun = '', id = ''] = subject.split(':');
  if (noun === '') return <span aria-hidden>–</span>;
  if (noun === 'list') return t(`subject.list.${id}`, { defaultValue: id });
  const name = t(`subject.${noun}`, { defaultValue: noun });
  if (id === '' || WITHOUT_NUMBER.has(noun)) return name;
  return (
    <>
      {name} <bdi>{reference || id}</bdi>
    </>
  );
}
