import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateText, DueDate } from '../../ui/date.tsx';
import { type Fact, Facts, Section } from '../../ui/detail-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { useOwnFacts } from '../shared/own-facts.tsx';
import classes from './payable-facts.module.css';
import { NOTIFY_FIELDS, REQUIRED_FIELDS, WAYS } from './payer-fields.ts';

type Switches = Record<(typeof REQUIRED_FIELDS)[number] | (typeof NOTIFY_FIELDS)[number], boolean>;

interface Payable extends Switches {
  invoice_name: string;
  due_date: string | null;
  payment_method: readonly { name: string }[];
  language: number;
  created_at: string;
  created_by: { first_name: string; last_name: string; email: string };
  description: string;
  notes: string;
  merchant_reference: string | null;
  metadata: Record<string, string>;
}

interface PayableFactsProps {
  payable: Payable;
  /** Facts of the noun's own, after the name. */
  facts?: readonly Fact[];
  /** Changes what the merchant's own software knows it by. */
  actions?: ReactNode;
}

/** All data of a link or invoice. */
export function PayableFacts({ payable, facts = [], actions }: PayableFactsProps) {
  const { t } = useTranslation(['payables', 'messages']);
  const locale = useLocale();
  const ownFacts = useOwnFacts();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const named = (names: readonly string[]) => (names.length > 0 ? list.format(names) : t('review.nothing'));
  const asked = REQUIRED_FIELDS.filter((field) => payable[field]).map((field) => t(`field.${field}`));
  const told = NOTIFY_FIELDS.filter((field) => payable[field]).map((field) => t(WAYS[field]));
  const { first_name, last_name, email } = payable.created_by;
  return (
    <Section title={t('details.facts')} actions={actions}>
      <Facts
        facts={[
          { label: t('column.name'), value: <bdi>{payable.invoice_name}</bdi> },
          ...facts,
          ...ownFacts(payable),
          {
            label: t('field.due'),
            value: payable.due_date === null ? t('review.noDue') : <DueDate value={payable.due_date} />,
          },
          { label: t('field.methods'), value: list.format(payable.payment_method.map(({ name }) => name)) },
          { label: t('field.language'), value: t(`messages:language.${payable.language === 1 ? 1 : 2}`) },
          { label: t('part.payer'), value: named(asked) },
          { label: t('part.notify'), value: named(told) },
          { label: t('details.created'), value: <DateText value={payable.created_at} /> },
          {
            label: t('details.createdBy'),
            value: (
              <>
                <bdi>{`${first_name} ${last_name}`}</bdi>
                <br />
                <bdi dir="ltr" className={classes.quiet}>
                  {email}
                </bdi>
              </>
            ),
          },
          {
            label: t('field.description'),
            value: payable.description && <bdi>{payable.description}</bdi>,
            wide: true,
          },
          { label: t('field.notes'), value: payable.notes && <bdi>{payable.notes}</bdi>, wide: true },
        ]}
      />
    </Section>
  );
}
