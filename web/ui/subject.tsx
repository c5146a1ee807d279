import { useTranslation } from 'react-i18next';

/** Of these there is one, or their id says nothing to anybody. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['merchant', 'session', 'webhook-secret', 'approvals']);

/** What something was done to, in the words of the catalogue `audit`: `payment-link:17` is the payment link 17. */
export function Subject({ subject }: { subject: string }) {
  const { t } = useTranslation('audit');
  const [noun = '', id = ''] = subject.split(':');
  if (noun === '') return <span aria-hidden>–</span>;
  const name = t(`subject.${noun}`, { defaultValue: noun });
  if (id === '' || WITHOUT_NUMBER.has(noun)) return name;
  return (
    <>
      {name} <bdi>{id}</bdi>
    </>
  );
}
