import { type MerchantNoun, type ProviderNoun, WITHOUT_NUMBER } from '@daftar/contract/audit-subjects';
import type { OpsListName } from '@daftar/contract/ops-lists';
import { useTranslation } from 'react-i18next';
import classes from './reference.module.css';
import type { KeyOf } from './text-key.ts';

/** `TRX-7K3M9Q2D`, which may not break at its hyphen; a name may break. */
const UNBROKEN = /^\S{1,24}$/;

/** The text of a noun; one that the catalogue lacks does not compile. */
const nounKey = (noun: string) =>
  `subject.${noun as MerchantNoun | ProviderNoun}` as const satisfies KeyOf<'audit'>;
const listKey = (list: string) => `subject.list.${list as OpsListName}` as const satisfies KeyOf<'audit'>;

/** Renders the subject of an audit entry: `payment-link:17` as "Payment link 17", or by its reference. Texts: catalogue `audit`. */
export function Subject({ subject, reference = '' }: { subject: string; reference?: string }) {
  const { t } = useTranslation('audit');
  const [noun = '', id = ''] = subject.split(':');
  if (noun === '') return <span aria-hidden>–</span>;
  if (noun === 'list') return t(listKey(id));
  const name = t(nounKey(noun));
  if (id === '' || WITHOUT_NUMBER.has(noun)) return name;
  const shown = reference || id;
  return (
    <>
      {name} <bdi className={UNBROKEN.test(shown) ? classes.text : undefined}>{shown}</bdi>
    </>
  );
}
